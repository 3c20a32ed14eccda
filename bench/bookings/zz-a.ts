import { openOffice } from './office.ts'
import { fillPlaces } from './places.ts'
import { creating, placeSearch } from './speed.ts'
import { print } from '../kit/report.ts'
const office = await openOffice()
try {
  await fillPlaces(office.owner, 100_000)
  print('x', [await creating(office), await placeSearch(office)])
} finally { await office.stop() }

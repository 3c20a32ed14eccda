import { routeSheets } from '@parada/contract/calls/route-sheets'
import { sheets, vehicleJournal } from '@parada/db/queries/vehicles'
import { lesseesAllowed, mayManageLessee } from '@parada/domain/access/lessees'
import { municipalitiesOf } from '@parada/domain/spain/municipalities'
import { type CodedPlace, provinces } from '@parada/domain/spain/provinces'
import { workOf } from '../../booking/access.ts'
import { listExport } from '../../exports/list-export.ts'
import type { Handlers } from '../../http/context.ts'
import { listReader } from '../../http/list-reader.ts'
import { refuse } from '../../http/problem.ts'
import { sendAgain } from '../../route-sheets/again.ts'

const permission = 'viewRouteSheetsByNifArrendatario'

const list = listReader(routeSheets.list, {
  table: 'route_sheet',
  isCounted: true,
  scope: { field: 'nifarrendatario', ids: (grants) => lesseesAllowed(grants, permission) },
})

const placesOf = ({ code, name }: CodedPlace) =>
  municipalitiesOf(code).map((place) => ({ cgprov: code, nombprov: name, cgmuni: place.code, nombmuni: place.name }))

export const routeSheetHandlers: Handlers<typeof routeSheets> = {
  list,
  export: listExport(routeSheets.export, list),
  get: async ({ tx, tenant, user, params }) => {
    const sheet = await sheets.read(tx, tenant.id, params.id)
    // A sheet of another lessee is treated as missing.
    if (!sheet || !mayManageLessee(user.grants, permission, sheet.nifarrendatario)) throw refuse.notFound()
    const lines = await vehicleJournal(tx, tenant.id, 'sheet', sheet.id)
    return { viewRouteSheetBean: sheet, journal: lines.map(({ idUser: _, ...line }) => line) }
  },
  send: async (context) => {
    const { tx, tenant, user, params } = context
    const sheet = await sheets.read(tx, tenant.id, params.id)
    if (!sheet || !mayManageLessee(user.grants, 'adminFleetVehicleByNifArrendatario', sheet.nifarrendatario))
      throw refuse.notFound()
    return { viewRouteSheetBean: await sendAgain(workOf(context), sheet.id) }
  },
  cities: async ({ query: { cgprov } }) => ({
    fomentoMunicipioList: provinces.filter(({ code }) => cgprov === undefined || code === cgprov).flatMap(placesOf),
  }),
}

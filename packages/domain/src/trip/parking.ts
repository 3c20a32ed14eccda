import { type Grants, isGranted } from '../access/permissions.ts'
import { mayUsePaymentAccount, type OnProblem } from '../access/values.ts'
import type { ProblemKey } from '../problem/keys.ts'
import { isLive, parkingStatus } from './modes.ts'
import { tripPriceProblem } from './price.ts'
import type { ParkingRecord } from './records.ts'

/** The only protocol whose bookings the desk can finish (O3-37). */
const qoobProtocol = 3

type Account = Pick<ParkingRecord, 'idPaymentAccount'>

export const maySeeParking = (grants: Grants, { idPaymentAccount }: Account, onProblem: OnProblem) =>
  mayUsePaymentAccount(grants, 'viewParkingBookingByPA', idPaymentAccount, onProblem)

/** Editing a parking to invoice has a permission of its own (L-150). */
export const mayEditParking = (grants: Grants, { idPaymentAccount }: Account, onProblem: OnProblem) =>
  mayUsePaymentAccount(grants, 'viewPTIDetailByPA', idPaymentAccount, onProblem)

export const mayFinishParking = (grants: Grants, parking: Account, onProblem: OnProblem) =>
  isGranted(grants, 'finishQoob') && maySeeParking(grants, parking, onProblem)

/** Why a parking booking cannot be finished from the desk; undefined if it can. */
export const finishParkingProblem = ({
  protocol,
  status,
}: Pick<ParkingRecord, 'protocol' | 'status'>): ProblemKey | undefined => {
  if (protocol !== qoobProtocol) return 'problems.parkingNotQoob'
  return isLive('parking', status) ? undefined : 'problems.parkingEnded'
}

/** The statuses that a parking to invoice can be given: it stays finished, or is cancelled after all. */
export const parkingEditStatuses = [parkingStatus.finished, parkingStatus.cancelled] as const

type Prices = Pick<ParkingRecord, 'priceSupplier' | 'priceCustomer'>

const priceProblem = (price: number | null) => (price === null ? undefined : tripPriceProblem(price))

/** What is wrong with each price; an unknown price is not a mistake. */
export const parkingPriceProblems = ({ priceSupplier, priceCustomer }: Prices) => ({
  priceSupplier: priceProblem(priceSupplier),
  priceCustomer: priceProblem(priceCustomer),
})

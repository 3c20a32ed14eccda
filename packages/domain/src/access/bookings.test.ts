import { describe, expect, it } from 'vitest'
import { type BookingRight, fleetsWithRight, mayUseBooking } from './bookings.ts'
import { grantsOf } from './permissions.ts'

const booking = { idFleet: 29, idUser: 7, status: 10 }

const userWith = (permissions: Record<string, string>, id = 8) => ({
  id,
  grants: grantsOf(Object.entries(permissions).map(([key1, value]) => ({ key1, value }))),
})

describe('a right to a booking', () => {
  it.each<[permission: string, rights: BookingRight[]]>([
    ['viewServiceByFleet', ['see']],
    ['dispatchServiceByFleet', ['see', 'work', 'confirm']],
    ['editServiceByFleet', ['see', 'work', 'confirm', 'edit']],
    ['editServiceDeadByFleet', ['edit']],
    ['confirmBookingByFleet', ['confirm']],
    ['viewReportByFleet', []],
    ['*', ['see', 'work', 'confirm', 'edit']],
  ])('is granted by %s: %j (O2-65)', (permission, rights) => {
    const user = userWith({ [permission]: 'all' })
    const all: BookingRight[] = ['see', 'work', 'confirm', 'edit']
    expect(all.filter((right) => mayUseBooking(user, right, booking))).toEqual(rights)
  })

  it.each([
    ['applies to the fleets that the permission names', { dispatchServiceByFleet: '29,31' }, {}, true],
    ['does not apply to other fleets', { dispatchServiceByFleet: '31' }, {}, false],
    [
      'does not cover a booking without a fleet unless the permission covers all fleets',
      { editServiceByFleet: '29' },
      { idFleet: null },
      false,
    ],
    [
      'covers a booking without a fleet if the permission covers all fleets',
      { editServiceByFleet: 'all' },
      { idFleet: null },
      true,
    ],
    ['does not cover another user’s booking in the wizard (O2-07)', { '*': 'true' }, { status: 5 }, false],
    ['covers the user’s own booking in the wizard (O2-07)', {}, { status: 5, idUser: 8 }, true],
  ])('%s', (_, permissions, change, isAllowed) =>
    expect(mayUseBooking(userWith(permissions), 'work', { ...booking, ...change })).toBe(isAllowed),
  )

  it('combines the fleets of all its permissions', () =>
    expect(fleetsWithRight(userWith({ viewServiceByFleet: '1', dispatchServiceByFleet: '2,3' }).grants, 'see')).toEqual(
      new Set([1, 2, 3]),
    ))
})

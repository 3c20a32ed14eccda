import { readCell } from '@parada/domain/authorization/sheet/cells'
import { sheetFields } from '@parada/domain/authorization/sheet/columns'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { authorizations } from './authorizations.ts'

/** Given by name in a sheet, and resolved against the accounts of the user who uploads it. */
const named = ['idPaymentAccount', 'idTravelGroup']
const obligatory = { subscriberCode: 'a', userNumber: 'b', idPaymentAccount: 1 }

const typed = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.emailAddress(),
  fc.stringMatching(/^[a-zA-Z'+._-]{1,8}@[a-zA-Z.-]{1,10}$/),
  fc.stringMatching(/^[\d +().-]{1,24}$/),
  fc.integer().map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
  fc.constantFrom('es_ES', 'EN-en', '31/12/2026'),
)

it('the form accepts every value that a sheet accepts', () => {
  let taken = 0
  fc.assert(
    fc.property(fc.constantFrom(...sheetFields.filter((field) => !named.includes(field))), typed, (field, text) => {
      const read = readCell(field, text, 'Europe/Madrid')
      if ('problem' in read) return
      taken++
      const sent = { ...obligatory, [field]: read.value }
      expect([field, text, authorizations.create.body.safeParse(sent).success]).toEqual([field, text, true])
    }),
    { numRuns: 20_000 },
  )
  expect(taken).toBeGreaterThan(1_000)
})

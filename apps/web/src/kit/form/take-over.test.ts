import { expect, it } from 'vitest'
import { takeOver } from './take-over.ts'

const before = { flight: 'IB1', name: 'Ana', supplier: '10', customer: '12' }

it.each([
  ['an untouched input follows', { name: 'Lola' }, { flight: 'IB2' }, { flight: 'IB2', name: 'Lola' }, []],
  ['a typed one stays', {}, { flight: 'IB2' }, { flight: 'IB2' }, []],
  ['the same on both sides is no question', { flight: 'IB2' }, { flight: 'IB2' }, { flight: 'IB2' }, []],
  ['two values for one input are', { flight: 'IB3' }, { flight: 'IB2' }, { flight: 'IB2' }, ['flight']],
  ['inputs that belong together too', { supplier: '11' }, { customer: '20' }, { customer: '20' }, ['supplier']],
  ['untouched ones of them follow', { supplier: '11' }, { flight: 'IB2' }, { supplier: '11', flight: 'IB2' }, []],
])('%s', (_, theirs, mine, values, asked) => {
  const merged = takeOver({
    before,
    latest: { ...before, ...theirs },
    typed: { ...before, ...mine },
    together: ['supplier', 'customer'],
  })
  expect(merged.values).toEqual({ ...before, ...values })
  expect(merged.clashes.map(({ name }) => name)).toEqual(asked)
})

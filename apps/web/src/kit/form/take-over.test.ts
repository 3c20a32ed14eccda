import { expect, it } from 'vitest'
import { takeOver } from './take-over.ts'

const before = { flight: 'IB1', name: 'Ana', supplier: '10', customer: '12' }

it.each([
  ['an untouched input takes the new value', { name: 'Lola' }, { flight: 'IB2' }, { flight: 'IB2', name: 'Lola' }, []],
  ['a typed value stays', {}, { flight: 'IB2' }, { flight: 'IB2' }, []],
  ['the same change on both sides is no clash', { flight: 'IB2' }, { flight: 'IB2' }, { flight: 'IB2' }, []],
  ['different changes to one input clash', { flight: 'IB3' }, { flight: 'IB2' }, { flight: 'IB2' }, ['flight']],
  [
    'changes to inputs that belong together clash',
    { supplier: '11' },
    { customer: '20' },
    { customer: '20' },
    ['supplier'],
  ],
  [
    'untouched inputs that belong together take the new values',
    { supplier: '11' },
    { flight: 'IB2' },
    { supplier: '11', flight: 'IB2' },
    [],
  ],
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

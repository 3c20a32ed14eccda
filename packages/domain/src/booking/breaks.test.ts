import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  applyDependencies,
  authorizationBreakNumbers,
  type BookingBreak,
  bookingBreakNumbers,
  breakProblems,
  isMandatory,
} from './breaks.ts'

it.each([
  [true, true],
  [1, true],
  [false, false],
  [0, false],
  [2, false],
  [null, false],
  [undefined, false],
])('a mandatory flag of %s makes an account field mandatory: %s (P-132)', (flag, mandatory) =>
  expect(isMandatory(flag)).toBe(mandatory),
)

it('bookings have account fields 1 to 9, authorizations 1 to 10 (B-116)', () => {
  expect(bookingBreakNumbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(authorizationBreakNumbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

const show = (idBreak: number, visible: boolean, mandatory?: boolean | number) => ({ idBreak, visible, mandatory })

/** Field 1 decides about field 2: 'visit' requires it, 'home' hides it, anything else makes it optional. */
const decided = (value: string | null, second: Partial<BookingBreak> = {}): BookingBreak[] => [
  {
    id: 1,
    value,
    valueDependencies: [
      { value: '$else', dependencies: [show(2, true, 0)] },
      { value: 'visit', dependencies: [show(2, true, 1)] },
      { value: 'home', dependencies: [show(2, false)] },
    ],
  },
  { id: 2, value: 'P-17', mandatory: true, ...second },
]

describe('a dependency', () => {
  it.each([
    [
      'shows and requires the fields it names (B-117, L-227)',
      'visit',
      { visible: true, required: true, value: 'P-17' },
    ],
    [
      'hides and clears the fields it names (B-117, B-119, L-227)',
      'home',
      { visible: false, required: false, value: '' },
    ],
    [
      'makes a field optional with $else (B-117, B-118, L-227)',
      'school',
      { visible: true, required: false, value: 'P-17' },
    ],
    ['applies $else to an empty value (B-118, L-227)', null, { visible: true, required: false }],
  ])('%s', (_, value, state) => expect(applyDependencies(decided(value))[1]).toMatchObject(state))

  it('ignores $else when a value matches (B-118, L-227)', () => {
    const [one] = decided('visit')
    const [, second] = applyDependencies([
      { ...one, id: 1 },
      { id: 2, mandatory: false },
    ])
    expect(second).toMatchObject({ visible: true, required: true })
  })

  it('leaves fields that it does not name as configured', () =>
    expect(applyDependencies([{ id: 3, mandatory: 1, value: 'x' }])).toEqual([
      { id: 3, mandatory: 1, value: 'x', visible: true, required: true },
    ]))

  it('gives hiding and requiring precedence when two fields disagree, in either order', () => {
    const rule = (id: number, visible: boolean, mandatory: boolean) => ({
      id,
      valueDependencies: [{ value: '$else', dependencies: [show(9, visible, mandatory)] }],
    })
    const of = (...rules: BookingBreak[]) => applyDependencies([...rules, { id: 9 }]).at(-1)
    for (const rules of [
      [rule(1, true, true), rule(2, false, false)],
      [rule(2, false, false), rule(1, true, true)],
    ])
      expect(of(...rules)).toMatchObject({ visible: false, required: false })
    expect(of(rule(1, true, true), rule(2, true, false))).toMatchObject({ visible: true, required: true })
  })

  it('cascades: clearing a field hides the fields that depended on its value (B-119, L-227)', () => {
    const chain: BookingBreak[] = [
      { id: 1, value: 'no', valueDependencies: [{ value: 'no', dependencies: [show(2, false)] }] },
      {
        id: 2,
        value: 'yes',
        valueDependencies: [
          { value: 'yes', dependencies: [show(3, true)] },
          { value: '$else', dependencies: [show(3, false)] },
        ],
      },
      { id: 3, value: 'kept?' },
    ]
    expect(applyDependencies(chain).map(({ value, visible }) => [value, visible])).toEqual([
      ['no', true],
      ['', false],
      ['', false],
    ])
  })

  const value = fc.constantFrom('', 'a', 'b')
  const dependency = fc.record({
    idBreak: fc.integer({ min: 1, max: 5 }),
    visible: fc.option(fc.boolean()),
    mandatory: fc.option(fc.constantFrom(true, false, 0, 1)),
  })
  const rule = fc.record({
    value: fc.constantFrom('', 'a', 'b', '$else'),
    dependencies: fc.array(dependency, { maxLength: 4 }),
  })
  const anyBreaks = fc.tuple(
    ...[1, 2, 3, 4, 5].map((id) =>
      fc.record({
        id: fc.constant(id),
        value,
        mandatory: fc.constantFrom(true, false, 0, 1, null),
        valueDependencies: fc.array(rule, { maxLength: 4 }),
      }),
    ),
  )

  it('never leaves a value in a hidden field, settles, and invents no value (B-119, L-227)', () =>
    fc.assert(
      fc.property(anyBreaks, (breaks) => {
        const applied = applyDependencies(breaks)
        for (const [place, one] of applied.entries()) {
          if (!one.visible) expect([one.value, one.required]).toEqual(['', false])
          expect(['', breaks[place]?.value]).toContain(one.value)
        }
        expect(applyDependencies(applied)).toEqual(applied)
      }),
    ))
})

describe('saving account fields', () => {
  it.each([
    ['is blocked by a mandatory field without a value', [{ id: 4, mandatory: true, value: ' ' }], [4]],
    [
      'is blocked by every such field',
      [
        { id: 4, mandatory: 1 },
        { id: 5, mandatory: true, value: null },
      ],
      [4, 5],
    ],
    ['is not blocked by an optional field', [{ id: 4, mandatory: 0, value: '' }], []],
    ['is blocked by a field that another value requires', decided('visit', { mandatory: false, value: '' }), [2]],
    ['is not blocked by a hidden field', decided('home'), []],
    ['is not blocked by a field that another value makes optional', decided('school', { value: '' }), []],
  ])('%s', (_, breaks, ids) =>
    expect(breakProblems(breaks)).toEqual(ids.map((id) => ({ id, problem: 'problems.breakRequired' }))),
  )
})

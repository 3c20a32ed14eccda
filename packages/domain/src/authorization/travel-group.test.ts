import { describe, expect, it } from 'vitest'
import { chooseTravelGroup, travelGroupField } from './travel-group.ts'

const [board, visits] = [
  { id: 1, name: 'Dirección' },
  { id: 2, name: 'Visitas' },
]
const many = [board, visits]

describe('the travel group field', () => {
  it('is hidden and filled when the account has one group', () =>
    expect(travelGroupField([visits])).toEqual({ isVisible: false, selected: 2, problem: undefined }))

  it('is hidden but still required when the account has none', () =>
    expect(travelGroupField([])).toEqual({
      isVisible: false,
      selected: undefined,
      problem: 'problems.travelGroupMissing',
    }))

  it.each([
    ['is preselected', 2, 2],
    ['that the account does not have is not', 9, undefined],
    ['that is not given selects nothing', null, undefined],
  ])('is shown when the account has several groups: a default %s', (_, given, selected) =>
    expect(travelGroupField(many, given)).toEqual({ isVisible: true, selected, problem: undefined }),
  )
})

describe('the group of an authorization', () => {
  it.each([
    ['is the only one by default', [visits], undefined, { id: 2 }],
    ['is the given one', many, 2, { id: 2 }],
    ['must be given if there are several', many, null, { problem: 'problems.travelGroupUnknown' }],
    ['must belong to the account', many, 9, { problem: 'problems.travelGroupUnknown' }],
    ['cannot be chosen if the account has none', [], 1, { problem: 'problems.travelGroupMissing' }],
  ])('%s', (_, groups, given, expected) => expect(chooseTravelGroup(groups, given)).toEqual(expected))
})

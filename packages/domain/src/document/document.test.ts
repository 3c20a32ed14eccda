import { describe, expect, it } from 'vitest'
import { documentStatusesToChoose } from '../codes.ts'
import {
  type DocumentStatus,
  decisionKeys,
  decisionProblem,
  isOver,
  namesMatch,
  sideNamed,
  statusAfterUpload,
  uploadProblem,
} from './document.ts'

describe('deciding on a document', () => {
  it.each<[string, DocumentStatus, number, DocumentStatus, string | undefined]>([
    ['is allowed in review', 'inReview', 3, 'valid', undefined],
    ['can be taken back', 'rejected', 3, 'inReview', undefined],
    ['is refused for a version that others have changed', 'inReview', 2, 'valid', 'problems.documentChanged'],
    ['is refused without images', 'pendingToBeUploaded', 3, 'valid', 'problems.documentNotUploaded'],
    ['cannot make it wait for an upload', 'inReview', 3, 'pendingToBeUploaded', 'problems.documentStatusNotOffered'],
  ])('%s', (_, from, version, to, problem) =>
    expect(decisionProblem({ status: from, version: 3 }, { status: to, version })).toBe(problem),
  )

  it('has its own key for every offered status', () => {
    expect(Object.keys(decisionKeys).sort()).toEqual([...documentStatusesToChoose].sort())
    expect(new Set(Object.values(decisionKeys)).size).toBe(documentStatusesToChoose.length)
  })
})

describe('sending images', () => {
  it.each([
    ['an identity card that waits for them', 'identityCard', 'pendingToBeUploaded', 'back', undefined],
    ['one that was asked for again', 'drivingLicense', 'sendAgain_badImage', 'front', undefined],
    ['a selfie, which has no back', 'selfie', 'pendingToBeUploaded', 'back', 'problems.documentHasNoBack'],
    ['one that was decided on', 'identityCard', 'valid', 'front', 'problems.documentClosed'],
  ] as const)('is checked for %s', (_, type, status, side, problem) =>
    expect(uploadProblem(type, status, side)).toBe(problem),
  )

  it.each([
    ['waits for the back', 'identityCard', 'a', null, 'pendingToBeUploaded'],
    ['is reviewed with both sides', 'identityCard', 'a', 'b', 'inReview'],
    ['is reviewed with the one side that a selfie has', 'selfie', 'a', null, 'inReview'],
  ] as const)('after which a document %s', (_, type, imageFront, imageBack, status) =>
    expect(statusAfterUpload({ type, status: 'pendingToBeUploaded', imageFront, imageBack })).toBe(status),
  )
})

it.each([
  ['without accents and with a second surname', ['Jose', 'Garcia'], ['JOSÉ', 'García Ñoño'], true],
  ['of somebody else', ['Ana', 'García'], ['Eva', 'García'], false],
  ['that is empty', ['', 'García'], ['Eva', 'García'], false],
] as const)('compares a name %s', (_, [firstName, lastName], [first, last], same) =>
  expect(namesMatch({ firstName, lastName }, { firstName: first, lastName: last })).toBe(same),
)

it('a document is over once its last day has passed, and never without one', () =>
  expect([isOver(1_000, 1_001), isOver(1_000, 999), isOver(null, 1)]).toEqual([true, false, false]))

it.each([
  ['front', 'front'],
  ['back', undefined],
  ['aa11', 'front'],
  ['../../secrets.json', undefined],
  ['constructor', undefined],
  ['', undefined],
])('resolves the image name %j to %s', (name, side) =>
  expect(sideNamed(name, { imageFront: 'aa11', imageBack: null })).toBe(side),
)

import { describe, expect, it } from 'vitest'
import { cancelDescription, cancellationMessage, cancelProblem } from './cancel.ts'

describe('a cancellation', () => {
  it.each([
    ['needs a reason', { comment: 'Long enough a text' }, 'problems.reasonRequired'],
    ['needs no comment for a reason that says enough', { cancellationReasonCode: 'mistake' }, undefined],
    ['B-087 takes a comment of 10 characters', { cancellationReasonCode: 'mistake', comment: '1234567890' }, undefined],
    [
      'B-087 refuses a shorter comment',
      { cancellationReasonCode: 'mistake', comment: '123456789 ' },
      'problems.commentTooShort',
    ],
    [
      'B-087 refuses a comment below the minimum of the tenant',
      { cancellationReasonCode: 'mistake', comment: '1234567890', cancelReasonMinLength: 11 },
      'problems.commentTooShort',
    ],
    [
      'B-087 takes a shorter comment when the tenant does',
      { cancellationReasonCode: 'mistake', comment: '123', cancelReasonMinLength: 3 },
      undefined,
    ],
    [
      'refuses a comment that no message can hold',
      { cancellationReasonCode: 'mistake', comment: 'a'.repeat(257) },
      'problems.messageTooLong',
    ],
    [
      'B-088 needs a comment even where the tenant has no minimum',
      { cancellationReasonCode: 'other', comment: ' ', cancelReasonMinLength: 0 },
      'problems.commentRequired',
    ],
  ])('%s', (_, cancellation, problem) => expect(cancelProblem(cancellation)).toBe(problem))

  it.each(['fleet_client_not_presented', 'fleet_no_free_vehicle', 'other'])(
    'B-088 for %s needs a comment of the minimum length',
    (cancellationReasonCode) => {
      expect(cancelProblem({ cancellationReasonCode })).toBe('problems.commentRequired')
      expect(cancelProblem({ cancellationReasonCode, comment: 'too short' })).toBe('problems.commentTooShort')
      expect(cancelProblem({ cancellationReasonCode, comment: 'long enough' })).toBeUndefined()
    },
  )

  it("B-088 takes the free text as the reason for 'other' alone", () => {
    expect(cancelDescription({ code: 'other', label: 'Other' }, ' The street is flooded ')).toBe(
      'The street is flooded',
    )
    expect(cancelDescription({ code: 'fleet_no_free_vehicle', label: 'No free vehicle' }, 'All are busy')).toBe(
      'No free vehicle',
    )
  })

  it('B-089 is told to 60, 80 and 90 with type 55 and code 176', () =>
    expect(cancellationMessage({ message: 'All are busy', idService: 9 })).toEqual({
      message: 'All are busy',
      idService: 9,
      sender: 80,
      readers: '60,80,90',
      type: 55,
      code: 176,
      status: 0,
    }))
})

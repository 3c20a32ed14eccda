import { describe, expect, it } from 'vitest'
import { cancelDescription, cancellationMessage, cancelProblem } from './cancel.ts'

describe('a cancellation', () => {
  it.each([
    ['needs a reason', { comment: 'Long enough a text' }, 'problems.reasonRequired'],
    ['needs no comment for a self-explanatory reason', { cancellationReasonCode: 'mistake' }, undefined],
    [
      'accepts a comment of 10 characters (B-087)',
      { cancellationReasonCode: 'mistake', comment: '1234567890' },
      undefined,
    ],
    [
      'refuses a shorter comment (B-087)',
      { cancellationReasonCode: 'mistake', comment: '123456789 ' },
      'problems.commentTooShort',
    ],
    [
      'refuses a comment below the tenant’s minimum (B-087)',
      { cancellationReasonCode: 'mistake', comment: '1234567890', cancelReasonMinLength: 11 },
      'problems.commentTooShort',
    ],
    [
      'accepts a shorter comment if the tenant allows it (B-087)',
      { cancellationReasonCode: 'mistake', comment: '123', cancelReasonMinLength: 3 },
      undefined,
    ],
    [
      'refuses a comment too long for a message',
      { cancellationReasonCode: 'mistake', comment: 'a'.repeat(257) },
      'problems.messageTooLong',
    ],
    [
      'refuses a blank compulsory comment even with a minimum of 0 (B-088)',
      { cancellationReasonCode: 'other', comment: ' ', cancelReasonMinLength: 0 },
      'problems.commentRequired',
    ],
  ])('%s', (_, cancellation, problem) => expect(cancelProblem(cancellation)).toBe(problem))

  it.each(['fleet_client_not_presented', 'fleet_no_free_vehicle', 'other'])(
    'needs a comment of the minimum length for %s (B-088)',
    (cancellationReasonCode) => {
      expect(cancelProblem({ cancellationReasonCode })).toBe('problems.commentRequired')
      expect(cancelProblem({ cancellationReasonCode, comment: 'too short' })).toBe('problems.commentTooShort')
      expect(cancelProblem({ cancellationReasonCode, comment: 'long enough' })).toBeUndefined()
    },
  )

  it('uses the free text as the reason only for ’other’ (B-088)', () => {
    expect(cancelDescription({ code: 'other', label: 'Other' }, ' The street is flooded ')).toBe(
      'The street is flooded',
    )
    expect(cancelDescription({ code: 'fleet_no_free_vehicle', label: 'No free vehicle' }, 'All are busy')).toBe(
      'No free vehicle',
    )
  })

  it('is sent to readers 60, 80 and 90 with type 55 and code 176 (B-089)', () =>
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

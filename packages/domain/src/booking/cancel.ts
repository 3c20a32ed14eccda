import { messageCharactersLeft } from '../constants.ts'
import type { ProblemKey } from '../problem/keys.ts'
import { messageCodes, messageReaders, messageTypes, type NewMessage, newMessage } from './messages.ts'

const defaultMinLength = 10

/** Reasons that need a comment; with 'other' the comment is the reason itself. */
const withComment: readonly string[] = ['fleet_client_not_presented', 'fleet_no_free_vehicle', 'other']

export const isCommentCompulsory = (reason: string) => withComment.includes(reason)

/** The tenant's cancelReasonMinLength, 10 by default (O2-36). */
export const commentMinLength = (cancelReasonMinLength: number | null | undefined) =>
  cancelReasonMinLength ?? defaultMinLength

export type Cancellation = {
  cancellationReasonCode?: string | null
  comment?: string | null
  cancelReasonMinLength?: number | null
}

export const cancelProblem = (cancellation: Cancellation): ProblemKey | undefined => {
  const reason = cancellation.cancellationReasonCode?.trim()
  const comment = cancellation.comment?.trim() ?? ''
  if (!reason) return 'problems.reasonRequired'
  if (comment === '') return isCommentCompulsory(reason) ? 'problems.commentRequired' : undefined
  if (comment.length < commentMinLength(cancellation.cancelReasonMinLength)) return 'problems.commentTooShort'
  return messageCharactersLeft(comment) < 0 ? 'problems.messageTooLong' : undefined
}

/** The cancellationReasonDescription: the reason's label, or the typed text for 'other'. */
export const cancelDescription = (reason: { code: string; label: string }, comment: string | null | undefined) =>
  reason.code === 'other' ? (comment?.trim() ?? '') : reason.label

/** For the fleet and the staff. */
export const cancellationMessage = (fields: Pick<NewMessage, 'message'> & Partial<NewMessage>): NewMessage => ({
  ...newMessage(fields),
  readers: messageReaders.cancellation,
  type: messageTypes.cancellation[0],
  code: messageCodes.cancellation,
})

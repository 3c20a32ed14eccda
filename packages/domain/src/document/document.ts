import { type CodeOf, codes, documentStatusesToChoose } from '../codes.ts'
import { isKeyOf, keysOf } from '../objects.ts'
import type { ProblemKey } from '../problem/keys.ts'

export type DocumentType = CodeOf<'documentType'>
export type DocumentStatus = CodeOf<'documentStatus'>
export type DocumentSide = 'front' | 'back'

export const documentTypes = keysOf(codes.documentType)

/** The views counted above the list of documents. */
export const documentViews = [
  'all',
  'inReview',
  'valid',
  'rejected',
  'sendAgain',
  'expired',
  'notAuthorized',
  'pendingToBeUploaded',
] as const
export type DocumentView = (typeof documentViews)[number]

/** A selfie has no back. */
export const sidesOf = (type: DocumentType): readonly DocumentSide[] =>
  type === 'selfie' ? ['front'] : ['front', 'back']

/** The keyboard key for each status that a user may give. */
export const decisionKeys: Readonly<Record<Exclude<DocumentStatus, 'pendingToBeUploaded'>, string>> = {
  valid: 'v',
  rejected: 'r',
  sendAgain_expired: 'e',
  sendAgain_badImage: 'b',
  sendAgain_dataNotMatch: 'd',
  notAuthorized: 'n',
  expired: 'x',
  inReview: 'i',
}

type Review = { status: DocumentStatus; version: number }

/** Why a document cannot be given this status now; nobody can decide before the images are uploaded (O3-33). */
export const decisionProblem = (document: Review, { status, version }: Review): ProblemKey | undefined => {
  if (document.version !== version) return 'problems.documentChanged'
  if (document.status === 'pendingToBeUploaded') return 'problems.documentNotUploaded'
  return documentStatusesToChoose.some((one) => one === status) ? undefined : 'problems.documentStatusNotOffered'
}

/** Final decisions: new images need a new document. */
const closed: readonly DocumentStatus[] = ['valid', 'rejected', 'notAuthorized']

export const uploadProblem = (
  type: DocumentType,
  status: DocumentStatus,
  side: DocumentSide,
): ProblemKey | undefined => {
  if (!sidesOf(type).includes(side)) return 'problems.documentHasNoBack'
  return closed.includes(status) ? 'problems.documentClosed' : undefined
}

type Images = { type: DocumentType; status: DocumentStatus; imageFront: string | null; imageBack: string | null }

/** A document goes into review once its last image is uploaded, and again when an image is replaced. */
export const statusAfterUpload = ({ type, status, imageFront, imageBack }: Images): DocumentStatus => {
  const images = { front: imageFront, back: imageBack }
  return sidesOf(type).every((side) => images[side] !== null) ? 'inReview' : status
}

type PersonName = { firstName: string; lastName: string }

const plainWords = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean)

/** Whether every word of the shorter name is in the other: apps often leave out a second surname. */
const isSameName = (one: string, other: string) => {
  const [few = [], many = []] = [plainWords(one), plainWords(other)].sort((a, b) => a.length - b.length)
  return few.length > 0 && few.every((word) => many.includes(word))
}

export const namesMatch = (document: PersonName, user: PersonName) =>
  isSameName(document.firstName, user.firstName) && isSameName(document.lastName, user.lastName)

export const isOver = (dateExpiration: number | null, now: number) => dateExpiration !== null && dateExpiration < now

/**
 * The side that a name in a URL refers to, given as a side or as a stored image; undefined for a path or anything else.
 */
export const sideNamed = (
  name: string,
  { imageFront, imageBack }: Pick<Images, 'imageFront' | 'imageBack'>,
): DocumentSide | undefined => {
  const names: Readonly<Record<string, DocumentSide>> = {
    ...(imageBack !== null && { [imageBack]: 'back', back: 'back' }),
    ...(imageFront !== null && { [imageFront]: 'front', front: 'front' }),
  }
  return isKeyOf(names, name) ? names[name] : undefined
}

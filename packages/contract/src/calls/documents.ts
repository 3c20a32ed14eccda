import { anyOf } from '@parada/domain/access/permissions'
import { codes } from '@parada/domain/codes'
import { documentTypes, documentViews } from '@parada/domain/document/document'
import type { RowOf } from '@parada/domain/list/fields'
import { z } from 'zod'
import { call, id, withParams } from '../kit.ts'
import { code, fields, list, number, rowOf, text, time, viewCounts } from '../list.ts'
import { exportOf } from '../list-export.ts'

const seeing = anyOf('viewDocumentsByWhiteLabel')
const editing = anyOf('editDocumentsByWhiteLabel')

export const documentFields = fields({
  id: number,
  idUser: number,
  type: code('documentType').notSorted,
  subType: text.notSorted,
  status: code('documentStatus'),
  countryCode: text.notSorted,
  firstName: text.notSorted,
  lastName: text,
  number: text,
  dateExpiration: time.nullable,
  dateIssued: time.nullable.notSorted,
  /** The images are requested by this name, or as front and back. */
  imageFront: text.nullable.notSorted.notFiltered,
  imageBack: text.nullable.notSorted.notFiltered,
  dateLastUpdated: time,
  idWhiteLabel: number.notSorted,
  version: number.notSorted.notFiltered,
})
export type IdentityDocument = RowOf<typeof documentFields>

/** One viewing of an image: who, when, from where, and which side of whose document. */
const lookFields = fields({
  id: number,
  dateLooked: time,
  idDocument: number,
  side: code('documentSide').notSorted,
  idUser: number,
  idViewer: number,
  viewer: text.notSorted,
  ipAddress: text.notSorted,
})

const Document = rowOf(documentFields)

/** The person the document belongs to, as the app knows them. */
const DocumentUser = z.object({
  id: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  userEmail: z.string().nullable(),
  mobileNumber: z.string().nullable(),
  dateCreated: z.int(),
  whiteLabel: z.string(),
})

const DocumentDetail = z.object({
  document: Document,
  user: DocumentUser,
  /** Who decided on it last; empty if nobody has. */
  decidedBy: z.string(),
  /** The person's latest selfie, for comparison. */
  selfie: z.object({ id: z.int(), imageFront: z.string() }).nullable(),
})
export type DocumentDetail = z.output<typeof DocumentDetail>

const word = z.string().trim().max(100).default('')
const moment = z.int().min(0).max(253_402_300_799_999).nullable().default(null)

const documentList = list({
  path: '/documents/:sd',
  access: seeing,
  summary: 'The identity documents of the white labels that the user may see',
  key: 'documents',
  fields: documentFields,
  views: documentViews,
})

const lookList = list({
  path: '/documents/:sd/looks',
  access: anyOf('adminControl'),
  summary: 'Every look at an image of a document, newest first',
  key: 'looks',
  fields: lookFields,
  range: { by: 'dateLooked' },
  export: { title: 'screens.documentLooks' },
})

export const documents = {
  list: documentList,
  counts: viewCounts(documentList, {
    path: '/documents/:sd/counts',
    summary: 'How many of them have each status, under the same filters',
  }),
  looks: lookList,
  exportLooks: exportOf(lookList),
  read: call({
    method: 'GET',
    path: '/documents/:sd/:id',
    access: seeing,
    summary: 'One document with its person and the selfie to compare with',
    params: withParams({ id }),
    response: DocumentDetail,
  }),
  update: call({
    method: 'PUT',
    path: '/documents/:sd/',
    access: editing,
    summary: 'Gives a document another status; of the document that is sent only id, version and status are read',
    body: z.strictObject({
      ...Document.partial().shape,
      id: z.int().positive(),
      version: z.int32(),
      status: z.enum(Object.keys(codes.documentStatus) as (keyof typeof codes.documentStatus)[]),
    }),
    response: z.object({ document: Document }),
  }),
  create: call({
    method: 'POST',
    path: '/documents/:sd/',
    access: editing,
    summary: 'A document of a person, which waits for its images (docs/documents.md)',
    body: z.strictObject({
      idUser: z.int().positive(),
      type: z.enum(documentTypes),
      subType: word,
      countryCode: z.union([z.literal(''), z.string().regex(/^[A-Z]{2}$/)]).default(''),
      firstName: word,
      lastName: word,
      number: word,
      dateExpiration: moment,
      dateIssued: moment,
    }),
    code: 201,
    isIdempotent: true,
    response: z.object({ document: Document }),
  }),
  image: call({
    method: 'GET',
    path: '/documents/:sd/:id/:name',
    access: seeing,
    summary: 'An image of a document, by front, back or its name in the document. Every look at one is written down.',
    params: withParams({ id, name: z.string().regex(/^(front|back|[0-9a-f]{64})$/, 'Not the name of an image') }),
    response: { file: ['image'] },
  }),
  upload: call({
    method: 'POST',
    path: '/documents/:sd/:id/:name',
    access: editing,
    summary:
      'Sends an image of a document: PNG, JPEG or WebP, 10 MB at most. With its last image it comes into review.',
    params: withParams({ id, name: z.enum(['front', 'back']) }),
    body: z.unknown(),
    takesFile: true,
    code: 201,
    response: z.object({ document: Document }),
  }),
  ofUser: call({
    method: 'GET',
    path: '/users/:sd/:idUser/documents',
    access: seeing,
    summary: 'The documents of one person, newest first',
    params: withParams({ idUser: id }),
    response: z.object({ documents: z.array(Document) }),
  }),
}

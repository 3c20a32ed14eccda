import { describe, expect, it } from 'vitest'
import {
  allLabelKeys,
  type CodeKind,
  codeKinds,
  codes,
  documentStatusesToChoose,
  hasEnded,
  isAlive,
  labelKey,
  paymentMethodsToChoose,
} from './codes.ts'
import { constants } from './constants.ts'

describe('the code tables', () => {
  it.each<[string, CodeKind, Record<string, string>]>([
    [
      'name the payment methods (L-272)',
      'paymentMethod',
      {
        10: 'paid in taxi',
        11: 'cash',
        12: 'Mastercard',
        13: 'Visa',
        14: 'American Express',
        15: 'Diners Club',
        50: 'paid by business',
        60: 'business voucher',
      },
    ],
    [
      'name the parking protocols (P-125)',
      'parkingProtocol',
      { 1: 'Parkimeter', 2: 'ElParking', 3: 'Qoob', 4: 'Parkimeter V2' },
    ],
    ['name the mobility protocol (P-125)', 'mobilityProtocol', { 3: 'Muving' }],
    [
      'name the dispatch protocols, with 3 as unknown',
      'dispatchProtocol',
      {
        0: 'none',
        1: 'email',
        2: 'Spartan',
        3: 'unknown',
        4: 'TaxiTronic',
        5: 'FLOGES',
        6: 'AURIGA',
        7: 'KARHOO',
        8: 'CITYCAB',
        9: 'AUTOCAB',
        10: 'DEMESIX',
        11: 'CABIFY',
      },
    ],
    [
      'name the entry channels (P-128, B-239, L-273)',
      'entryChannel',
      { 1: 'app', 10: 'app', 11: 'app iOS', 12: 'app Android', 5: 'butler', 20: 'this product' },
    ],
  ])('%s', (_, kind, meanings) => expect(codes[kind]).toEqual(meanings))

  it.each<[string, CodeKind, string]>([
    ['label the document types (P-123)', 'documentType', 'identityCard drivingLicense selfie'],
    [
      'label the union of nine document statuses (P-123)',
      'documentStatus',
      'valid inReview rejected expired sendAgain_expired sendAgain_badImage sendAgain_dataNotMatch notAuthorized pendingToBeUploaded',
    ],
    [
      'label the improvement categories (P-124)',
      'improvement',
      'routeStatus price serviceStatus timeStart driverStatus carStatus others other',
    ],
    ['label the client types (P-127)', 'clientType', 'normal other events clinicaltrial partners PYME Asistencia'],
    ['label the booking statuses', 'bookingStatus', '5 10 20 -30 30 -10 -20 -40 -60'],
    ['label the dispatch statuses', 'dispatchStatus', '949 955 1200 1300 1500 2000 2500 2800 3000 -8000 -9999'],
  ])('%s', (_, kind, listed) => {
    expect(Object.keys(codes[kind]).sort()).toEqual(listed.split(' ').sort())
    for (const code of listed.split(' ')) expect(labelKey(kind, code)).toMatch(`codes.${kind}.`)
  })
})

describe('labelKey', () => {
  it.each<[string, CodeKind, number | string | null | undefined, string | undefined]>([
    ['accepts a number', 'paymentMethod', 11, 'codes.paymentMethod.11'],
    ['accepts a negative number', 'bookingStatus', -30, 'codes.bookingStatus.-30'],
    ['accepts a number written as text', 'entryChannel', '20', 'codes.entryChannel.20'],
    ['gives both app channels one label', 'entryChannel', 10, 'codes.entryChannel.1'],
    ['gives other and others one label', 'improvement', 'other', 'codes.improvement.others'],
    ['gives client on board its own label', 'dispatchStatus', 2500, 'codes.dispatchStatus.2500'],
    ['has no label for an unknown code', 'paymentMethod', 99, undefined],
    ['has no label for an inherited object property', 'paymentMethod', 'constructor', undefined],
    ['has no label for null', 'paymentMethod', null, undefined],
  ])('%s', (_, kind, code, key) => expect(labelKey(kind, code)).toBe(key))

  it('lists all keys that need a translation, once each', () => {
    const keys = allLabelKeys()
    expect(new Set(keys).size).toBe(keys.length)
    for (const kind of codeKinds)
      for (const code of Object.keys(codes[kind])) expect(keys).toContain(labelKey(kind, code))
  })
})

describe('choices', () => {
  it('offer the documents’ payment methods, cash first and by default (B-240)', () => {
    expect(paymentMethodsToChoose).toEqual([11, 12, 13, 14, 15, 50, 60])
    expect(paymentMethodsToChoose.map((code) => codes.paymentMethod[code])).toEqual([
      'cash',
      'Mastercard',
      'Visa',
      'American Express',
      'Diners Club',
      'paid by business',
      'business voucher',
    ])
    expect(constants.defaultPaymentMethod).toBe(11)
  })
  it('never offer paid in taxi', () => expect(paymentMethodsToChoose).not.toContain(10))
  it('never offer waiting for an upload', () => {
    expect(documentStatusesToChoose).not.toContain('pendingToBeUploaded')
    expect(documentStatusesToChoose).toHaveLength(8)
  })
})

it.each<[number | null | undefined, boolean, boolean]>([
  [10, true, false],
  [20, true, false],
  [-30, true, false],
  [30, false, true],
  [-10, false, true],
  [-20, false, true],
  [-40, false, true],
  [-60, false, true],
  [5, false, false],
  [null, false, false],
  [undefined, false, false],
])('status %s: alive %s, ended %s', (status, alive, ended) => {
  expect(isAlive(status)).toBe(alive)
  expect(hasEnded(status)).toBe(ended)
})

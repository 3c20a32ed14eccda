import { describe, expect, it } from 'vitest'
import { companyTaxId, squeezedTaxId, taxIdProblem } from './tax-id.ts'

describe('A Spanish tax number', () => {
  it.each([
    ['a DNI', '12345678Z'],
    ['a DNI with separators', '12.345.678-z'],
    ['a DNI with zeros in front', '00000000T'],
    ['an NIE with X', 'X1234567L'],
    ['an NIE with Y', 'Y1234567X'],
    ['an NIE with Z', 'Z1234567R'],
    ['a number for people without a DNI', 'K1234567L'],
    ['a limited company', 'B12345674'],
    ['a public limited company', 'A58818501'],
    ['the company of the demo', 'B00000000'],
    ['a public body, which ends with a letter', 'Q2826000H'],
    ['a town hall', 'P2807900B'],
    ['a cooperative with a digit', 'F00000000'],
    ['a cooperative with a letter', 'F0000000J'],
  ])('may be %s', (_, text) => expect(taxIdProblem(text)).toBeUndefined())

  it.each([
    ['the letter of a DNI', '12345678A'],
    ['the letter of an NIE', 'X1234567Z'],
    ['the digit of a company', 'B12345675'],
    ['a letter where a limited company has a digit', 'B1234567D'],
    ['a digit where a public body has a letter', 'P28079002'],
  ])('is refused for %s', (_, text) => expect(taxIdProblem(text)).toBe('problems.taxIdControl'))

  it.each([
    '',
    '1234',
    '123456789',
    'I1234567A',
    'B1234567',
    'B123456789',
    'ES12345678Z',
    '12345678Ñ',
    '１２３４５６７８Z',
  ])('is refused as malformed: %s', (text) => expect(taxIdProblem(text)).toBe('problems.taxIdForm'))

  it('ends with the check digit of its company', () => expect(companyTaxId('A', '5881850')).toBe('A58818501'))

  it('is stored in one spelling', () => expect(squeezedTaxId(' b-12.345.674 ')).toBe('B12345674'))
})

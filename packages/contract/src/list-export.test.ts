import { ratioOf } from '@parada/domain/testing-time'
import { describe, expect, it } from 'vitest'
import { securityEvents } from './calls/security-events.ts'

const chosen = (columns: unknown) => securityEvents.export.body.safeParse({ columns }).error?.issues[0]?.message

describe('the columns of a file', () => {
  it.each([
    [['id', 'who'], undefined],
    [[], 'Choose at least one column'],
    [['id', 'nothing'], "The list has no column 'nothing'"],
    [['id', 'toString'], "The list has no column 'toString'"],
    [['who', 'id', 'who'], "The column 'who' is there twice"],
  ])('%j are fields of the list, each once: %s', (columns, message) => expect(chosen(columns)).toBe(message))

  it('take as long at once as in pieces, however many they are', () => {
    const names = (count: number) => Array.from({ length: count }, (_, nth) => `column ${nth}`)
    const [piece, whole] = [names(1_000), names(16_000)]
    const inPieces = () => {
      for (let n = 0; n < 16; n++) chosen(piece)
    }
    expect(ratioOf(() => chosen(whole), inPieces)).toBeLessThan(6)
  })
})

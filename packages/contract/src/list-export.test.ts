import { ratioOf } from '@parada/domain/testing-time'
import { describe, expect, it } from 'vitest'
import { securityEvents } from './calls/security-events.ts'

const chosen = (columns: unknown) => securityEvents.export.body.safeParse({ columns }).error?.issues[0]?.message

describe('the columns of an export', () => {
  it.each([
    [['id', 'who'], undefined],
    [[], 'Choose at least one column'],
    [['id', 'nothing'], "The list has no column 'nothing'"],
    [['id', 'toString'], "The list has no column 'toString'"],
    [['who', 'id', 'who'], "The column 'who' is there twice"],
  ])('must be fields of the list, each at most once: %j gives %s', (columns, message) =>
    expect(chosen(columns)).toBe(message),
  )

  it('are checked in linear time', () => {
    const names = (count: number) => Array.from({ length: count }, (_, nth) => `column ${nth}`)
    const [piece, whole] = [names(1_000), names(16_000)]
    const inPieces = () => {
      for (let n = 0; n < 16; n++) chosen(piece)
    }
    expect(ratioOf(() => chosen(whole), inPieces)).toBeLessThan(6)
  })
})

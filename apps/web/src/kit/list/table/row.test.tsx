import { fields, money, text, time, timeIn } from '@parada/domain/list/fields'
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { formatsFor } from '../../format.ts'
import { columnsOf, type ListFormat } from '../declare/columns.ts'
import { ListRow } from './row.tsx'

const column = columnsOf(
  fields({ id: text, name: text, zone: text, start: timeIn('zone'), expires: time, price: money().nullable }),
)
const format: ListFormat = { ...formatsFor('en'), code: () => '', word: (key) => key, flag: String }
const row = { id: 'A', name: 'María', zone: 'Europe/Madrid', start: 0, expires: 0, price: 4 }

const labels = (isCard: boolean, part: object = {}) => {
  const { container } = render(
    <table>
      <tbody>
        <ListRow
          row={{ ...row, ...part }}
          index={0}
          columns={[column('id'), column('name'), column('start'), column('expires'), column('price')]}
          skipped={0}
          rest={0}
          format={format}
          isTabStop
          opens={false}
          glow={0}
          charWidth={8}
          isCard={isCard}
          isPicked={undefined}
          isChosen={false}
          isGone={false}
          tone={undefined}
          sign={undefined}
        />
      </tbody>
    </table>,
  )
  return [...container.querySelectorAll('td')].map((cell) => cell.getAttribute('data-label'))
}

it('labels the figures and days of a card, which has no headings', () =>
  expect(labels(true)).toEqual([null, null, 'fields.expires', 'fields.price']))

it('does not label empty values', () =>
  expect(labels(true, { price: null })).toEqual([null, null, 'fields.expires', null]))

it('labels nothing in a table with headings', () => expect(labels(false)).toEqual([null, null, null, null]))

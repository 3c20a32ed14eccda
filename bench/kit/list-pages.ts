import type { ListQuery, listOf } from '@parada/db/list/list'
import type { Office } from '../bookings/office.ts'
import { interleaved } from './measure.ts'
import { type Figure, ratio } from './report.ts'

const searchOf = (query: object) =>
  new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))

type Pages = {
  list: Pick<ReturnType<typeof listOf>, 'compile'>
  /** The path of the list, below the API. */
  path: string
  asks: Readonly<Record<string, ListQuery>>
  rounds: number
  /** Prefix for the name of each figure. */
  of?: string
}

/** Times pages of a list through the server, beside their own SQL sent by bare pg. */
export const pagesBesideBare = async (office: Office, { list, path, asks, rounds, of = '' }: Pages) => {
  const desk = await office.openDesk()
  const client = await office.openBare()
  const figures: Figure[] = []
  for (const [name, query] of Object.entries(asks)) {
    const bare = async () => {
      const { page, total } = list.compile(1, query)
      const { rows } = await client.query(page.text, [...page.values])
      if (rows.length === query.resultsPerPage) await client.query(total.text, [...total.values])
    }
    const sides = { parada: () => desk.read(`${path}?${searchOf({ mode: 'grid', ...query })}`), pg: bare }
    const { parada, pg } = await interleaved(sides, { warmUps: rounds / 2, rounds })
    figures.push(ratio(of + name, parada, pg, 1.5))
  }
  return { figures, desk, client }
}

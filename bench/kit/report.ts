/** One line of the report: what was measured, the value, and its limits. */
export type Figure = {
  what: string
  value: number
  unit: string
  atMost?: number
  atLeast?: number
  /** The measurements behind a ratio. */
  from?: string
}

export const isMet = ({ value, atMost = Number.POSITIVE_INFINITY, atLeast = Number.NEGATIVE_INFINITY }: Figure) =>
  value <= atMost && value >= atLeast

const number = (value: number) => value.toFixed(value >= 100 || Number.isInteger(value) ? 0 : value >= 10 ? 1 : 2)

export const ms = (value: number) => `${number(value)} ms`

/** A ratio of two times measured in the same run. */
export const ratio = (what: string, time: number, to: number, atMost: number): Figure => ({
  what,
  value: time / to,
  unit: '×',
  atMost,
  from: `${ms(time)} / ${ms(to)}`,
})

const limit = ({ atMost, atLeast, unit }: Figure) =>
  atMost !== undefined ? `≤ ${atMost} ${unit}` : atLeast !== undefined ? `≥ ${atLeast} ${unit}` : ''

const cells = (figure: Figure) => [
  limit(figure) === '' ? '' : isMet(figure) ? 'PASS' : 'FAIL',
  figure.what,
  `${number(figure.value)} ${figure.unit}`.trim(),
  limit(figure).trim(),
  figure.from ?? '',
]

export const print = (title: string, figures: readonly Figure[]) => {
  const rows = figures.map(cells)
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  console.log(`\n${title}`)
  for (const row of rows)
    console.log(
      `  ${row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}`,
    )
}

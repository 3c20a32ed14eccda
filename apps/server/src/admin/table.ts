type Cell = string | number | null | undefined

const textOf = (cell: Cell) => String(cell ?? '')

/** Rows under headings, each column as wide as its longest text. */
export const tableOf = (headings: string[], rows: Cell[][]) => {
  const lines = [headings, ...rows].map((row) => row.map(textOf))
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

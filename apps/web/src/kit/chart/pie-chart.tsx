import { Fragment, useId } from 'react'
import classes from './chart.module.css'
import { arcsOf, ring } from './ring.ts'

type Slice = { key: string; label: string; value: number; share: string; cells: readonly string[] }

type PieChartProps = {
  title: string
  slices: readonly Slice[]
  /** Column headings: first the one for the names, then one per cell. */
  headings: readonly string[]
  /** The last row: its name, then the total of each column. */
  totals: readonly string[]
  /** The text in the middle of the ring: the total and its caption. */
  centre: readonly [whole: string, of: string]
  /** A remark below the table, such as that there is nothing to show. */
  note?: string | undefined
}

/** One pattern per tone in the style sheet, so that neighbouring slices differ even without colour. */
const patterns: readonly (string | undefined)[] = [
  undefined,
  'M-2 2L2 -2M0 8L8 0M6 10L10 6',
  'M2 2h.01M6 6h.01',
  'M4 0V8M0 4H8',
  'M-2 6L2 10M0 0L8 8M6 -2L10 2',
  'M4 0V8',
  'M0 8L8 0M0 0L8 8',
  'M0 4H8',
]
const toneOf = (index: number) => index % patterns.length

const Patterns = ({ id }: { id: string }) => (
  <defs>
    {patterns.map((lines, tone) => (
      <pattern
        key={lines ?? 'plain'}
        id={`${id}${tone}`}
        width="8"
        height="8"
        patternUnits="userSpaceOnUse"
        className={classes.tone}
        data-tone={tone}
      >
        <rect width="8" height="8" />
        {lines && <path d={lines} />}
      </pattern>
    ))}
  </defs>
)

const middle = ring.size / 2

type RingProps = Pick<PieChartProps, 'title' | 'slices' | 'centre'> & { id: string }

const Ring = ({ id, title, slices, centre }: RingProps) => {
  const told = slices.map(({ label, share }) => `${label} ${share}`).join(', ')
  return (
    <svg
      className={classes.ring}
      viewBox={`0 0 ${ring.size} ${ring.size}`}
      width={ring.size}
      height={ring.size}
      role="img"
      aria-label={told ? `${title}: ${told}` : title}
    >
      <Patterns id={id} />
      <circle cx={middle} cy={middle} r={(ring.outer + ring.inner) / 2} className={classes.empty} />
      {arcsOf(slices.map(({ value }) => value)).map(({ index, path, label }) => (
        <Fragment key={slices[index]?.key}>
          <path
            d={path}
            fill={`url(#${id}${toneOf(index)})`}
            className={classes.slice}
            data-slice={slices[index]?.key}
          />
          {label && (
            <>
              <circle cx={label.x} cy={label.y} r="9" className={classes.badge} />
              <text x={label.x} y={label.y} className={classes.number}>
                {index + 1}
              </text>
            </>
          )}
        </Fragment>
      ))}
      <text x={middle} y={middle - 4} className={classes.whole}>
        {centre[0]}
      </text>
      <text x={middle} y={middle + 13} className={classes.of}>
        {centre[1]}
      </text>
    </svg>
  )
}

/** A ring chart and a table of its figures that doubles as the legend. Number and pattern tell the slices apart. */
export const PieChart = ({ title, slices, headings, totals, centre, note }: PieChartProps) => {
  const id = useId()
  const [first, ...rest] = headings
  const [total, ...sums] = totals
  return (
    <section className={classes.chart} aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`} className={classes.title}>
        {title}
      </h2>
      <Ring id={id} title={title} slices={slices} centre={centre} />
      <div className={classes.figures}>
        <table className={classes.table} aria-labelledby={`${id}title`}>
          <thead>
            <tr>
              <th scope="col">{first}</th>
              {rest.map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {slices.map(({ key, label, cells }, index) => (
              <tr key={key}>
                <th scope="row">
                  <span className={classes.name}>
                    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" className={classes.swatch}>
                      <rect width="16" height="16" rx="3" fill={`url(#${id}${toneOf(index)})`} />
                    </svg>
                    <span aria-hidden="true">{index + 1}</span> {label}
                  </span>
                </th>
                {cells.map((cell, at) => (
                  <td key={rest[at]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{total}</th>
              {sums.map((sum, at) => (
                <td key={rest[at]}>{sum}</td>
              ))}
            </tr>
          </tfoot>
        </table>
        {note && <p className={classes.note}>{note}</p>}
      </div>
    </section>
  )
}

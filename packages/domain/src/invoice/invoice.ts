import { type Cents, halfUp } from '../pricing/money.ts'

/** Ten per cent, the Spanish rate for passenger transport, unless the tenant sets another. */
export const defaultTaxPercent = 10

/** Hundredths of a per cent, so that 5.5 % stays a whole number. */
const taxPoints = (taxPercent: number) => Math.round(taxPercent * 100)

export const isTaxPercent = (percent: number) =>
  percent >= 0 && percent <= 100 && Math.abs(taxPoints(percent) - percent * 100) < 1e-9

export type Amounts = { net: Cents; tax: Cents; total: Cents }

const whole = 10_000

/** The net part of a gross price, rounded down to whole cents, and the remainder. */
const cutNet = (total: Cents, points: number) => {
  const [dividend, divisor] = [BigInt(total) * BigInt(whole), BigInt(whole + points)]
  return { net: Number(dividend / divisor), remainder: dividend % divisor }
}

const compare = (one = 0n, other = 0n) => Number(one > other) - Number(one < other)

/**
 * Splits gross prices into net and tax. The invoice's net total is rounded once, and cents missing after rounding down
 * go to the lines that lost most, so that columns and totals add up exactly.
 */
export const taxedLines = <Line extends { total: Cents }>(lines: readonly Line[], taxPercent: number) => {
  const points = taxPoints(taxPercent)
  const total = lines.reduce((sum, line) => sum + line.total, 0)
  const net = halfUp(total, whole, whole + points)
  const cut = lines.map((line) => cutNet(line.total, points))
  const missing = net - cut.reduce((sum, line) => sum + line.net, 0)
  const byLoss = cut.map((_, at) => at).sort((a, b) => compare(cut[b]?.remainder, cut[a]?.remainder) || a - b)
  const raised = new Set(byLoss.slice(0, missing))
  const taxed = lines.map((line, at): Line & Amounts => {
    const lineNet = (cut[at]?.net ?? 0) + (raised.has(at) ? 1 : 0)
    return { ...line, net: lineNet, tax: line.total - lineNet, total: line.total }
  })
  return { lines: taxed, net, tax: total - net, total }
}

/** One invoice per currency, because amounts in different currencies do not add up. */
export const invoicesOf = <Line extends { currency: string; total: Cents }>(
  lines: readonly Line[],
  taxPercent: number,
) =>
  [...Map.groupBy(lines, ({ currency }) => currency)].map(([currency, of]) => ({
    currency,
    ...taxedLines(of, taxPercent),
  }))

/** Numbers start at 1 each year, without gaps. */
export const invoiceCode = (year: number, number: number) => `F${year}-${String(number).padStart(5, '0')}`

export type ReportSearch = { range?: 'lastMonth' }

/** The current month needs no word in the address. */
export const reportSearch = ({ range }: Record<string, unknown>): ReportSearch =>
  range === 'lastMonth' ? { range } : {}

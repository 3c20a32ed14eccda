type ReportSearch = { range?: 'lastMonth' }

/** The current month is the default, so it is left out of the URL. */
export const reportSearch = ({ range }: Record<string, unknown>): ReportSearch =>
  range === 'lastMonth' ? { range } : {}

/** What a sheet of people may be: more is a mistake, or somebody who wants to break the server. */
export const sheetLimits = {
  bytes: 10 * 1_048_576,
  /** What one part of the file may be when it is unpacked, and how many times its packed size. */
  unpacked: 100 * 1_048_576,
  ratio: 250,
  rows: 20_000,
  columns: 60,
  /** Characters. */
  cell: 2_000,
} as const

/** So many rows are written in one transaction. */
export const writtenAtOnce = 100

/** A sheet that nobody confirmed is gone after so many hours. */
export const sheetHours = 24

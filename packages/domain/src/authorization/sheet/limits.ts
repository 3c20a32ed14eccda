/** The limits of a sheet of people; anything larger is a mistake or an attack. */
export const sheetLimits = {
  bytes: 10 * 1_048_576,
  /** The largest unpacked size in bytes of one part of the file, and how many times its packed size it may be. */
  unpacked: 100 * 1_048_576,
  ratio: 250,
  rows: 20_000,
  columns: 60,
  /** Characters. */
  cell: 2_000,
} as const

/** How many rows are written in one transaction. */
export const writtenAtOnce = 100

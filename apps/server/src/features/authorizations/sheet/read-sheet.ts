import { readCsv } from './read-csv.ts'
import { type RowTaker, readXlsx } from './read-xlsx.ts'
import { SheetProblem } from './sheet-problem.ts'

const startsWith = (file: Buffer, ...bytes: number[]) => bytes.every((byte, at) => file[at] === byte)

/** A password-protected workbook comes in the same container as old Excel files. */
const protectedPart = Buffer.from('EncryptedPackage', 'utf16le')

/** Reads a file by the format of its content, whatever its name. */
export const readSheet = async (file: Buffer, taker: RowTaker) => {
  if (startsWith(file, 0xd0, 0xcf, 0x11, 0xe0))
    throw new SheetProblem(file.includes(protectedPart) ? 'problems.sheetEncrypted' : 'problems.sheetOldFormat')
  if (startsWith(file, 0x50, 0x4b)) await readXlsx(file, taker)
  else await readCsv(file, taker)
}

import { createHash } from 'node:crypto'

type Answer = { status: number; body: object }
type Sheet = { reference: string; idservicio: string; isStarted: boolean; isCancelled: boolean }

const mostSheets = 10_000
const reasons = [
  'El titular no tiene una autorización vigente para este vehículo',
  'La matrícula no consta en el registro',
]

/** A sheet's number and fate are derived from its reference, so they are the same after a restart. */
const numberOf = (reference: string) =>
  Number.parseInt(createHash('sha256').update(reference).digest('hex').slice(0, 8), 16)

/** The authority's register of route sheets, as far as a demo needs it; it refuses a sheet now and then. */
export const playRegister = ({ refusesOneIn = 30 } = {}) => {
  const sheets = new Map<string, Sheet>()
  const keep = (sheet: Sheet) => {
    if (sheets.size >= mostSheets) sheets.delete(sheets.keys().next().value ?? '')
    sheets.set(sheet.idservicio, sheet)
    return { status: 200, body: sheet }
  }

  const register = (body: unknown): Answer => {
    const { reference } = Object(body) as { reference?: unknown }
    if (typeof reference !== 'string') return { status: 400, body: { error: 'A sheet needs a reference' } }
    const number = numberOf(reference)
    if (number % refusesOneIn === 0) return { status: 422, body: { error: reasons[number % reasons.length] } }
    return keep({ reference, idservicio: String(number), isStarted: false, isCancelled: false })
  }

  return (method: string, path: string, body: unknown): Answer => {
    if (method === 'POST' && path === '/sheets') return register(body)
    const [, reference = ''] = /^\/sheets\/by-reference\/([^/]+)$/.exec(path) ?? []
    if (method === 'GET' && reference) {
      const found = [...sheets.values()].find((sheet) => sheet.reference === decodeURIComponent(reference))
      return found ? { status: 200, body: found } : { status: 404, body: { error: 'Unknown sheet' } }
    }
    const [, idservicio = '', step = ''] = /^\/sheets\/([^/]+)\/(start|cancel)$/.exec(path) ?? []
    if (method !== 'POST' || !step) return { status: 404, body: { error: 'Not found' } }
    const known = sheets.get(idservicio) ?? { reference: '', idservicio, isStarted: false, isCancelled: false }
    return keep({ ...known, ...(step === 'start' ? { isStarted: true } : { isCancelled: true }) })
  }
}

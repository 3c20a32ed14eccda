import { ask, type Trust } from './ask.ts'
import { type Facts, type Register, RegisterRefusal } from './port.ts'

const namespace = 'http://mfom.com/vtc'
const done = '00'
/** The register's result code for an unknown sheet. */
const unknownSheet = '02'

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const notInXml = /[\p{Cc}\ufffe\uffff]/gu
const escaped = (text: string) => text.replaceAll(notInXml, ' ').replaceAll(/[&<>"']/g, (mark) => marks[mark] ?? mark)
const plain = (text: string) =>
  Object.entries(marks).reduceRight((told, [mark, written]) => told.replaceAll(written, mark), text)

/** The register uses Madrid time, without a zone. */
const localTime = (time: number) =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Madrid',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
    .format(time)
    .replace(' ', 'T')

const attributes = (values: Record<string, string | null>) =>
  Object.entries(values)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => ` ${name}="${escaped(value ?? '')}"`)
    .join('')

/**
 * The attributes of an element; both the answer and its sheet carry their data in attributes. No pattern here reads the
 * same characters twice, so hostile input cannot slow it down.
 */
const attributesOf = (xml: string, element: string): Record<string, string> | undefined => {
  const [, written] = new RegExp(`<(?:[\\w-]+:)?${element}\\b([^<>]*)>`).exec(xml) ?? []
  if (written === undefined) return undefined
  const pairs = [...written.matchAll(/(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)]
  return Object.fromEntries(pairs.map(([, name = '', one, other]) => [name, plain(one ?? other ?? '')]))
}

const factsOf = ({ numberPlate, fcontrato, fprevistainicio, ffin, ...facts }: Facts) => ({
  ...facts,
  matricula: numberPlate,
  fcontrato: localTime(fcontrato),
  fprevistainicio: localTime(fprevistainicio),
  ffin: ffin === null ? null : localTime(ffin),
  veraz: 'S',
})

type Said = { resultado: string; iderror?: string; descripcion?: string; sheet: Record<string, string> }

const answerIn = (status: number, xml: string): Said => {
  const fault = /<(?:[\w-]+:)?faultstring[^<>]*>([^<]*)</.exec(xml)?.[1]
  if (fault !== undefined) throw new Error(`The register answered: ${plain(fault)}`)
  // The message's own body is nested in the envelope's, which carries no result.
  const bodies = [...xml.matchAll(/<(?:[\w-]+:)?body\b[^<>]*>/g)].map(([tag]) => attributesOf(tag, 'body') ?? {})
  const said = bodies.find((body) => body.resultado !== undefined)
  if (!said?.resultado) throw new Error(`The register answered ${status} with something else than agreed`)
  return { resultado: said.resultado, ...said, sheet: attributesOf(xml, 'vtcservicio') ?? {} }
}

/** The ministry's register, which speaks SOAP (docs/route-sheets.md). */
export const soapRegister = (url: string, trust: Trust, now: () => Date): Register => {
  const say = async (operation: string, reference: string, body: string) => {
    const text = `<?xml version="1.0" encoding="UTF-8"?>
<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:vtc="${namespace}">
<soapenv:Header/><soapenv:Body><vtc:${operation}>
<header${attributes({ fecha: localTime(now().getTime()), version: '1.0', versionsender: '1.0', idcomunica: reference })}/>
<body>${body}</body>
</vtc:${operation}></soapenv:Body></soapenv:Envelope>`
    const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${operation}"` }
    const answer = await ask({ method: 'POST', address: new URL(url), headers, body: text }, trust)
    return answerIn(answer.status, answer.text)
  }

  const reasonOf = ({ resultado, iderror, descripcion }: Said) =>
    descripcion || ['Result', resultado, iderror].filter(Boolean).join(' ')
  const ordered = (said: Said) => {
    if (said.resultado !== done) throw new RegisterRefusal(reasonOf(said))
    return said.sheet
  }
  const about = (idservicio: string) => `<vtcservicio${attributes({ idservicio })}/>`

  return {
    find: async (reference) => {
      const said = await say('qconsultavtc', reference, `<vtcconsulta${attributes({ idcomunica: reference })}/>`)
      if (said.resultado === unknownSheet) return undefined
      // A failed lookup is not a refusal of the sheet.
      if (said.resultado !== done) throw new Error(reasonOf(said))
      const { idservicio, iniciado, anulado } = said.sheet
      if (!idservicio) throw new Error('The register gave no number')
      return { idservicio, isStarted: iniciado === 'S', isCancelled: anulado === 'S' }
    },
    register: async (reference, facts) => {
      const { idservicio } = ordered(await say('qaltavtc', reference, `<vtcservicio${attributes(factsOf(facts))}/>`))
      if (!idservicio) throw new Error('The register gave no number')
      return { idservicio }
    },
    start: async (id) => void ordered(await say('qiniciovtc', `${id}-start`, about(id))),
    cancel: async (id) => void ordered(await say('qanulacionvtc', `${id}-cancel`, about(id))),
  }
}

import { createServer as httpServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as httpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { makeCertificate } from '../testing/certificate.ts'
import { chooseRegister, registerOf } from './choose-register.ts'
import { type Facts, RegisterRefusal } from './port.ts'

const facts: Facts = {
  numberPlate: '1234BCD',
  niftitular: '12345678Z',
  nifarrendador: 'B00000000',
  nifarrendatario: 'B00000000',
  nombarrendatario: 'Flotas "Ejemplo" & Cía <SL>',
  cgprovcontrato: '28',
  cgmunicontrato: '079',
  fcontrato: Date.UTC(2026, 6, 1, 10, 0),
  cgprovinicio: '28',
  cgmuniinicio: '079',
  direccioninicio: 'Calle de Alcalá 1, Madrid',
  fprevistainicio: Date.UTC(2026, 6, 1, 11, 0),
  cgprovfin: '',
  cgmunifin: '',
  direccionfin: '',
  ffin: null,
  cgprovlejano: '',
  cgmunilejano: '',
  direccionlejano: '',
}

type Heard = { method: string; url: string; body: string; headers: IncomingMessage['headers']; shown: string }
type Say = (heard: Heard) => { status?: number; body: string; headers?: Record<string, string> }

let close = async () => {}
afterEach(() => close())

/** Starts a test register, over TLS if it is to see certificates. */
const listen = async (say: Say, tls?: { cert: string; key: string; ca: string[] }) => {
  const heard: Heard[] = []
  const answer: RequestListener = async (request, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    const socket = request.socket as Partial<TLSSocket>
    const shown = String(socket.getPeerCertificate?.().subject?.CN ?? '')
    const one = { method: request.method ?? '', url: request.url ?? '', body, headers: request.headers, shown }
    heard.push(one)
    const said = say(one)
    response.writeHead(said.status ?? 200, said.headers).end(said.body)
  }
  const server = tls ? httpsServer({ ...tls, requestCert: true, rejectUnauthorized: true }, answer) : httpServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { heard, url: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const now = () => new Date(Date.UTC(2026, 6, 1, 10, 30))
type Options = { tenant?: string; name?: string; certificates?: Map<string, string>; authority?: string }
const registerAt = (
  url: string | undefined,
  protocol: 'rest' | 'soap',
  { tenant = 'demo', name = '', certificates = new Map<string, string>(), authority }: Options = {},
) =>
  chooseRegister({ register: { url, protocol, certificates: new Map([['demo', certificates]]), authority } }, now)(
    tenant,
    name,
  )

const soap = (attributes: string, sheet = '') =>
  `<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>
   <rvtc><header/><body ${attributes}>${sheet}</body></rvtc></s:Body></s:Envelope>`

describe('a register that speaks JSON', () => {
  const sheet = { idservicio: '77', isStarted: false, isCancelled: false }
  const notAgreed = 'The register answered something else than agreed'

  it('receives a sheet under our reference and returns its number', async () => {
    const { heard, url } = await listen(() => ({ body: JSON.stringify(sheet) }))
    const register = registerAt(`${url}/vtc/`, 'rest')
    expect(await register.register('demo-1', facts)).toMatchObject({ idservicio: '77' })
    await register.start('77')
    await register.cancel('7/7')
    expect(await register.find('demo-1')).toEqual(sheet)
    expect(heard.map(({ method, url: path }) => `${method} ${path}`)).toEqual([
      'POST /vtc/sheets',
      'POST /vtc/sheets/77/start',
      'POST /vtc/sheets/7%2F7/cancel',
      'GET /vtc/sheets/by-reference/demo-1',
    ])
    expect(heard[0]?.headers['idempotency-key']).toBe('demo-1')
    expect(JSON.parse(heard[0]?.body ?? '')).toMatchObject({
      ...{ reference: 'demo-1', numberPlate: '1234BCD', nombarrendatario: 'Flotas "Ejemplo" & Cía <SL>' },
      fprevistainicio: '2026-07-01T11:00:00.000Z',
    })
  })

  it('returns nothing for an unknown sheet', async () => {
    const { url } = await listen(() => ({ status: 404, body: '{}' }))
    expect(await registerAt(url, 'rest').find('demo-1')).toBeUndefined()
  })

  it.each([
    [422, '{"error":"Sin autorización"}', 'Sin autorización', true],
    [400, 'nonsense', 'The register answered 400', true],
    [500, '{"error":"Busy"}', 'Busy', false],
    [429, '', 'The register answered 429', false],
    [403, '', 'The register answered 403', false],
    [200, '{"id":1}', notAgreed, false],
    [302, '', 'The register answered 302', false],
    [200, '{"idservicio":"7\\u0000","isStarted":false,"isCancelled":false}', notAgreed, false],
    [200, `{"idservicio":"${'7'.repeat(201)}","isStarted":false,"isCancelled":false}`, notAgreed, false],
  ])('that answers %i %s fails with its reason', async (status, body, reason, isRefusal) => {
    const { url } = await listen(() => ({ status, body }))
    const failure = await registerAt(url, 'rest')
      .register('demo-1', facts)
      .catch((error) => error)
    expect([failure.message, failure instanceof RegisterRefusal]).toEqual([reason, isRefusal])
  })

  it('does not count as refusing a sheet when a lookup fails', async () => {
    const { url } = await listen(() => ({ status: 400, body: '{"error":"Referencia mal escrita"}' }))
    const failure = await registerAt(url, 'rest')
      .find('demo-1')
      .catch((error) => error)
    expect(failure.message).toBe('Referencia mal escrita')
    expect(failure).not.toBeInstanceOf(RegisterRefusal)
  })

  it('that answers with a protocol upgrade fails', async () => {
    const { url } = await listen(() => ({
      status: 101,
      body: '',
      headers: { connection: 'upgrade', upgrade: 'websocket' },
    }))
    await expect(registerAt(url, 'rest').start('77')).rejects.toThrow('The register answered 101')
  })
})

describe('a register that speaks SOAP', () => {
  const ok = 'resultado="00"'

  it('does not count as refusing a sheet when a lookup fails', async () => {
    const { url } = await listen(() => ({ body: soap('resultado="51" descripcion="Sin servicio"') }))
    const failure = await registerAt(url, 'soap')
      .find('demo-1')
      .catch((error) => error)
    expect(failure.message).toBe('Sin servicio')
    expect(failure).not.toBeInstanceOf(RegisterRefusal)
  })

  it.each([
    ['many elements that do not end', '<body '.repeat(40_000)],
    ['many faults that do not end', '<faultstring '.repeat(20_000)],
    ['one long word', `<body ${'a'.repeat(250_000)}>`],
  ])('cannot block the server with %s', async (_, body) => {
    const { url } = await listen(() => ({ body }))
    const began = performance.now()
    await expect(registerAt(url, 'soap').start('991')).rejects.toThrow('something else than agreed')
    expect(performance.now() - began).toBeLessThan(1_000)
  })

  it('is sent no character that XML does not allow', async () => {
    const { heard, url } = await listen(() => ({ body: soap(ok, '<vtcservicio idservicio="991"/>') }))
    const direccioninicio = 'Calle\u0001 Mayor\u000b 1\uffff'
    await registerAt(url, 'soap').register('demo-1', { ...facts, direccioninicio })
    expect(heard[0]?.body).toContain('direccioninicio="Calle  Mayor  1 "')
  })

  it('receives a sheet in its own format, in Madrid time and with every value escaped', async () => {
    const { heard, url } = await listen(() => ({ body: soap(ok, '<vtcservicio idservicio="991"/>') }))
    expect(await registerAt(url, 'soap').register('demo-1', facts)).toEqual({ idservicio: '991' })
    const body = heard[0]?.body ?? ''
    expect(body).toContain('<vtc:qaltavtc>')
    expect(body).toContain('fecha="2026-07-01T12:30:00" version="1.0" versionsender="1.0" idcomunica="demo-1"')
    expect(body).toContain('matricula="1234BCD"')
    expect(body).toContain('nombarrendatario="Flotas &quot;Ejemplo&quot; &amp; Cía &lt;SL&gt;"')
    expect(body).toContain('fprevistainicio="2026-07-01T13:00:00"')
    expect(body).not.toContain('cgprovfin')
  })

  it('receives start and cancellation, and returns what it holds', async () => {
    const { heard, url } = await listen(({ body }) => ({
      body: body.includes('demo-2')
        ? soap('resultado="02"')
        : soap(ok, '<ns:vtcservicio idservicio="991" iniciado="S" anulado="N"/>'),
    }))
    const register = registerAt(url, 'soap')
    await register.start('991')
    await register.cancel('991')
    expect(await register.find('demo-1')).toEqual({ idservicio: '991', isStarted: true, isCancelled: false })
    expect(await register.find('demo-2')).toBeUndefined()
    expect(heard.map(({ headers }) => headers.soapaction)).toEqual(
      ['qiniciovtc', 'qanulacionvtc', 'qconsultavtc', 'qconsultavtc'].map((operation) => `"${operation}"`),
    )
    expect(heard[0]?.body).toContain('<vtcservicio idservicio="991"/>')
  })

  it.each([
    [
      'a refusal',
      soap('resultado="51" iderror="999" descripcion="T&#237;tulo &amp; firma"'),
      'T&#237;tulo & firma',
      true,
    ],
    ['a refusal without words', soap('resultado="51" iderror="999"'), 'Result 51 999', true],
    [
      'a fault',
      '<s:Fault><faultstring>Down for repair</faultstring></s:Fault>',
      'The register answered: Down for repair',
      false,
    ],
    ['no number', soap('resultado="00"'), 'The register gave no number', false],
    ['a page', '<html><body>Login</body></html>', 'The register answered 200 with something else than agreed', false],
  ])('that answers with %s fails with its reason', async (_, body, reason, isRefusal) => {
    const { url } = await listen(() => ({ body }))
    const failure = await registerAt(url, 'soap')
      .register('demo-1', facts)
      .catch((error) => error)
    expect([failure.message, failure instanceof RegisterRefusal]).toEqual([reason, isRefusal])
  })
})

describe('the certificate of a vehicle', () => {
  const house = makeCertificate('localhost')
  const norte = makeCertificate('Flota Norte')
  const certificates = new Map([['norte', norte.certificate + norte.key]])
  const tls = { cert: house.certificate, key: house.key, ca: [norte.certificate] }

  it('is presented to a register whose authority is trusted', async () => {
    const { heard, url } = await listen(() => ({ body: '{}' }), tls)
    await registerAt(url, 'rest', { name: 'norte', certificates, authority: house.certificate }).start('1')
    expect(heard.map(({ shown }) => shown)).toEqual(['Flota Norte'])
  })

  it('is not presented to an untrusted register, and a register refuses requests without one', async () => {
    const { heard, url } = await listen(() => ({ body: '{}' }), tls)
    await expect(registerAt(url, 'rest', { name: 'norte', certificates }).start('1')).rejects.toThrow('self-signed')
    await expect(registerAt(url, 'rest', { authority: house.certificate }).start('1')).rejects.toThrow()
    expect(heard).toEqual([])
  })

  it('is not available to another tenant', () =>
    expect(() => registerAt('http://localhost', 'rest', { tenant: 'costa', name: 'norte', certificates })).toThrow(
      "The certificate 'norte' is not on this server",
    ))

  it('must be on this server', () =>
    expect(() => registerAt('http://localhost', 'rest', { name: 'sur', certificates })).toThrow(
      "The certificate 'sur' is not on this server",
    ))

  it('needs a register to be set up', () =>
    expect(() => registerAt(undefined, 'rest')).toThrow('No register is set up on this server (REGISTER_URL)'))
})

it('a demo without a register of its own uses the simulator’s', () => {
  const register = { url: undefined, protocol: 'soap' as const, certificates: new Map(), authority: undefined }
  expect(registerOf({ register }, 'http://127.0.0.1:9')).toMatchObject({
    url: 'http://127.0.0.1:9/register',
    protocol: 'rest',
  })
  expect(registerOf({ register: { ...register, url: 'https://r.example' } }, 'http://127.0.0.1:9').url).toBe(
    'https://r.example',
  )
})

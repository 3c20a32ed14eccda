import { request as overHttp } from 'node:http'
import { request as overHttps, type RequestOptions } from 'node:https'
import { rootCertificates } from 'node:tls'

export type Message = { method: 'GET' | 'POST'; address: URL; headers?: Record<string, string>; body?: string }
export type Answer = { status: number; text: string }

const answerWithin = 15_000
const longestAnswer = 262_144

/** The vehicle's certificate with its key, and an authority to trust besides those that Node knows; both in PEM. */
export type Trust = { certificate?: string | undefined; authority?: string | undefined }

/** Sends one message under the vehicle's certificate and returns the answer; `fetch` cannot present a certificate. */
export const ask = ({ method, address, headers, body }: Message, { certificate, authority }: Trust): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const options: RequestOptions = {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) },
      signal: AbortSignal.timeout(answerWithin),
      ...(certificate !== undefined && { cert: certificate, key: certificate }),
      ...(authority !== undefined && { ca: [...rootCertificates, authority] }),
    }
    const send = address.protocol === 'https:' ? overHttps : overHttp
    const asked = send(address, options, async (answer) => {
      try {
        let text = ''
        for await (const part of answer.setEncoding('utf8')) {
          text += part
          if (text.length > longestAnswer) throw new Error('The register answered more than a sheet can be')
        }
        resolve({ status: answer.statusCode ?? 0, text })
      } catch (error) {
        reject(error)
      }
    })
    asked.on('error', reject)
    // Node closes such a connection without an error.
    asked.on('upgrade', ({ statusCode }, socket) => {
      socket.destroy()
      reject(new Error(`The register answered ${statusCode}`))
    })
    asked.end(body)
  })

/** Refusals that would be the same on every retry. */
export const isFinal = (status: number) =>
  status >= 400 && status < 500 && ![401, 403, 404, 408, 425, 429].includes(status)

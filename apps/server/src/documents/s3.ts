import { createHash, createHmac } from 'node:crypto'
import { Readable } from 'node:stream'
import { ImageMissing } from './image-missing.ts'
import type { Shelf } from './image-store.ts'

const longestMs = 15_000

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

type Bucket = { origin: string; host: string; path: string; key: string; secret: string; region: string }

/** Parses https://key:secret@host/bucket, with ?region= unless it is us-east-1. */
const bucketAt = (url: string): Bucket => {
  const { origin, host, pathname, username, password, searchParams } = new URL(url)
  return {
    origin,
    host,
    path: pathname.replace(/\/$/, ''),
    key: decodeURIComponent(username),
    secret: decodeURIComponent(password),
    region: searchParams.get('region') ?? 'us-east-1',
  }
}

type S3Request = { method: 'GET' | 'PUT' | 'DELETE'; path: string; body: Buffer | undefined; now: Date }

/** Signs a request without a query (AWS Signature Version 4). */
export const signedHeaders = ({ host, key, secret, region }: Bucket, { method, path, body, now }: S3Request) => {
  const time = now.toISOString().replaceAll(/[:-]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const content = sha256(body ?? '')
  const headers = { host, 'x-amz-content-sha256': content, 'x-amz-date': time }
  const names = Object.keys(headers).join(';')
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`)
  const request = [method, path, '', lines.join(''), names, content].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n')
  const signingKey = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${secret}`, day), region))
  const signature = hmac(signingKey, text).toString('hex')
  const { host: _, ...sent } = headers
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${key}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  }
}

/** Images as objects in a bucket, on Amazon S3 or any server that speaks its protocol. */
export const imageBucket = (url: string): Shelf => {
  const bucket = bucketAt(url)
  const send = async (method: S3Request['method'], name: string, body?: Buffer) => {
    const path = `${bucket.path}/${name}`
    const headers = signedHeaders(bucket, { method, path, body, now: new Date() })
    const signal = AbortSignal.timeout(longestMs)
    const answer = await fetch(bucket.origin + path, {
      method,
      headers,
      signal,
      body: body && new Uint8Array(body),
      redirect: 'error',
    })
    if (answer.status === 404 && method === 'GET') throw new ImageMissing(name)
    if (!answer.ok) throw new Error(`The image server answered ${answer.status} to ${method} ${name}`)
    return answer
  }
  return {
    write: async (name, bytes) => {
      await (await send('PUT', name, bytes)).body?.cancel()
    },
    read: async (name) =>
      Readable.from(Buffer.from(await (await send('GET', name)).arrayBuffer()), { objectMode: false }),
    remove: async (name) => {
      await (await send('DELETE', name)).body?.cancel()
    },
  }
}

import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sign } from 'aws4'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ImageMissing } from './image-missing.ts'
import { type ImageStore, imageStore } from './image-store.ts'
import { signedHeaders } from './s3.ts'

const bytes = Buffer.from([0x89, 0x50, 0, 1, 2, 255])
const hash = createHash('sha256').update(bytes).digest('hex')

let home: string
let s3: S3rver
let s3Url: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'parada-images-'))
  s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(home, 's3'),
    configureBuckets: [{ name: 'documents', configs: [] }],
  })
  const { port } = await s3.run()
  s3Url = `http://S3RVER:S3RVER@127.0.0.1:${port}/documents?region=eu-west-1`
})
afterAll(async () => {
  await s3.close()
  await rm(home, { recursive: true, force: true })
})

const stores: [string, () => ImageStore][] = [
  ['a folder', () => imageStore({ home, s3Url: undefined })],
  ['a real S3 server', () => imageStore({ home, s3Url })],
]

describe.each(stores)('images in %s', (_, open) => {
  it('are stored by content hash, separately for each tenant, until they are removed', async () => {
    const images = open()
    expect(await images.put(1, bytes)).toBe(hash)
    expect(await images.put(1, bytes)).toBe(hash)
    expect(await buffer(await images.read(1, hash))).toEqual(bytes)
    await expect(images.read(2, hash)).rejects.toThrow(ImageMissing)
    await images.remove(1, hash)
    await images.remove(1, hash)
    await expect(images.read(1, hash)).rejects.toThrow(ImageMissing)
  })

  it('cannot be read by a name that is not a hash', async () => {
    for (const name of ['../secrets.json', `${hash}/..`, hash.toUpperCase(), ''])
      await expect(open().read(1, name)).rejects.toThrow('Not the hash of an image')
  })
})

it('makes the image folder private to its user, and leaves no temporary file behind', async () => {
  const own = join(home, 'own')
  await imageStore({ home: own, s3Url: undefined }).put(1, bytes)
  const modeOf = async (path: string) => ((await stat(join(own, 'documents', path))).mode & 0o777).toString(8)
  expect([await modeOf('.'), await modeOf('incoming'), await modeOf(`1-${hash}`)]).toEqual(['700', '700', '600'])
  await rm(join(own, 'documents'), { recursive: true })
  await writeFile(join(own, 'documents'), 'in the way')
  await expect(imageStore({ home: own, s3Url: undefined }).put(1, bytes)).rejects.toThrow()
  await rm(join(own, 'documents'))
  await imageStore({ home: own, s3Url: undefined }).put(1, bytes)
  expect(await readdir(join(own, 'documents', 'incoming'))).toEqual([])
})

it('fails with the status when the S3 server refuses', async () => {
  const wrong = imageStore({ home, s3Url: s3Url.replace('/documents', '/nowhere') })
  await expect(wrong.put(1, bytes)).rejects.toThrow('answered 404')
  const unknown = imageStore({ home, s3Url: s3Url.replace('S3RVER:', 'nobody:') })
  await expect(unknown.put(1, bytes)).rejects.toThrow('answered 403')
})

it.each(['GET', 'PUT', 'DELETE'] as const)(
  'signs %s requests like another implementation of Signature Version 4',
  (method) => {
    const [host, region] = ['images.example', 'eu-west-1']
    const [key, secret] = ['AKIDEXAMPLE', 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY']
    const body = method === 'PUT' ? bytes : undefined
    const now = new Date('2026-11-16T09:08:07.654Z')
    const path = `/documents/1-${hash}`
    const headers = signedHeaders(
      { origin: `https://${host}`, host, path: '', key, secret, region },
      { method, path, body, now },
    )
    const { authorization, ...sent } = headers
    const request = { host, path, method, region, service: 's3', headers: { ...sent } }
    const theirs = sign(request, { accessKeyId: key, secretAccessKey: secret })
    expect(theirs.headers?.Authorization).toBe(authorization)
  },
)

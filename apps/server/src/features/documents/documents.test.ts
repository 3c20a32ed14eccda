import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { DocumentDetail, IdentityDocument } from '@parada/contract/calls/documents'
import { allDocumentImages } from '@parada/db/seed/document-images'
import { imageLimits } from '@parada/domain/document/image'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { imageStore } from '../../documents/image-store.ts'
import { type TestServer, testServer } from '../../testing/server.ts'

type Row = { id: number; status: string; version: number; idUser: number; idWhiteLabel: number; imageFront: string }

let server: TestServer
let everything: string
const images = allDocumentImages()

beforeAll(async () => {
  server = await testServer()
  everything = await server.signInAs('everything')
  const store = imageStore(server.config)
  for (const { bytes } of images) await store.put(1, bytes)
})
afterAll(() => server.stop())

const documents = async (query = '', token = everything) => {
  const { status, meta, response } = await server.ask<{ documents: Row[] }>(`/api/documents/demo${query}`, { token })
  return { status, meta, rows: response?.documents ?? [] }
}
const oneInReview = async (where = '') => {
  const { rows } = await documents(`?status=inReview&type=identityCard${where}`)
  const [first] = rows
  if (!first) throw new Error('Nothing in review')
  return first
}
const put = (document: object, token = everything) =>
  server.ask<{ document: IdentityDocument }>('/api/documents/demo/', { method: 'PUT', token, body: document })
const imageOf = (id: number, name: string, token = everything) =>
  server.app.inject({ url: `/api/documents/demo/${id}/${encodeURIComponent(name)}`, headers: { token } })
const send = (id: number, name: string, bytes: Buffer | PassThrough, token = everything) =>
  server.app.inject({
    method: 'POST',
    url: `/api/documents/demo/${id}/${encodeURIComponent(name)}`,
    headers: { token, 'content-type': 'application/octet-stream' },
    payload: bytes,
  })
const looksAt = async (id: number) => {
  const admin = await server.signInAs('administrator')
  const { response } = await server.ask<{ looks: Record<string, unknown>[] }>(
    `/api/documents/demo/looks?idDocument=${id}`,
    { token: admin },
  )
  return response?.looks ?? []
}

describe('the documents', () => {
  it('are listed by id, 20 per page, and counted by status (L-116)', async () => {
    const { rows, meta } = await documents()
    expect(rows).toHaveLength(20)
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).sort((one, other) => one - other))
    const { response: counts } = await server.ask<Record<string, number>>('/api/documents/demo/counts', {
      token: everything,
    })
    const { all = 0, ...parts } = counts ?? {}
    expect(all).toBe(meta.totalQueryCount)
    expect(Object.values(parts).reduce((sum, n) => sum + n, 0)).toBe(all)
    expect(parts.inReview).toBeGreaterThan(100)
  })

  it('are returned with their person and that person’s selfie (L-117)', async () => {
    const { rows: selfies } = await documents('?type=selfie&status=valid&resultsPerPage=200')
    const { rows: cards } = await documents('?type=identityCard&resultsPerPage=200')
    const card = cards.find(({ idUser }) => selfies.some((selfie) => selfie.idUser === idUser))
    const selfie = selfies.find(({ idUser }) => idUser === card?.idUser)
    const { response } = await server.ask<DocumentDetail>(`/api/documents/demo/${card?.id}`, { token: everything })
    expect(response?.document).toEqual(card)
    expect(response?.user).toMatchObject({ id: card?.idUser, whiteLabel: expect.stringMatching(/./) })
    expect(response?.selfie).toEqual({ id: selfie?.id, imageFront: selfie?.imageFront })
    expect((await server.ask('/api/documents/demo/987654', { token: everything })).status).toBe(404)
  })

  it('of one person are returned together, newest first (L-120)', async () => {
    const { idUser } = await oneInReview()
    const path = `/api/users/demo/${idUser}/documents`
    const { response } = await server.ask<{ documents: Row[] }>(path, { token: everything })
    const ids = response?.documents.map(({ id }) => id) ?? []
    expect(ids.length).toBeGreaterThan(0)
    expect(new Set(response?.documents.map((row) => row.idUser))).toEqual(new Set([idUser]))
    expect(ids).toEqual([...ids].sort((one, other) => other - one))
    expect((await server.ask('/api/users/demo/101/documents', { token: everything })).status).toBe(404)
  })

  it('of another white label or tenant are treated as missing, and so are their images', async () => {
    const { idWhiteLabel, ...mine } = await oneInReview()
    const other = (await documents('?resultsPerPage=200&idWhiteLabel=101')).rows[0]
    const token = await server.signInWith({
      viewDocumentsByWhiteLabel: `${idWhiteLabel}`,
      editDocumentsByWhiteLabel: 'all',
    })
    expect((await server.ask(`/api/documents/demo/${mine.id}`, { token })).status).toBe(200)
    for (const path of [`documents/demo/${other?.id}`, `users/demo/${other?.idUser}/documents`])
      expect((await server.ask(`/api/${path}`, { token })).status).toBe(404)
    expect((await imageOf(other?.id ?? 0, 'front', token)).statusCode).toBe(404)
    expect((await documents('?resultsPerPage=200', token)).rows.map((row) => row.idWhiteLabel)).not.toContain(101)
    const costa = await server.signInAs('everything', 'costa')
    expect((await server.ask(`/api/documents/costa/${mine.id}`, { token: costa })).status).toBe(404)
  })
})

describe('a decision', () => {
  it('sets an offered status and can be reversed, each time with the current version (L-118)', async () => {
    const before = await oneInReview()
    const { response } = await put({ ...before, status: 'sendAgain_badImage' })
    expect(response?.document).toMatchObject({
      id: before.id,
      status: 'sendAgain_badImage',
      version: before.version + 1,
    })
    expect((await documents(`?id=${before.id}`)).rows[0]).toEqual(response?.document)
    const back = await put({ ...response?.document, status: 'inReview' })
    expect(back.response?.document).toMatchObject({ status: 'inReview', version: before.version + 2 })
  })

  it('on a stale version is rejected, naming who decided before', async () => {
    const before = await oneInReview()
    expect((await put({ ...before, status: 'valid' })).status).toBe(200)
    const { status, meta } = await put({ ...before, status: 'rejected' })
    expect([status, meta.problem]).toEqual([409, 'problems.documentChanged'])
    expect(meta.conflict).toMatchObject({
      version: before.version + 1,
      changes: [{ field: 'status', after: 'valid', who: 'Félix Marín' }],
    })
  })

  it('succeeds once when several arrive at the same time', async () => {
    const before = await oneInReview()
    const answers = await Promise.all(['valid', 'rejected', 'expired'].map((status) => put({ ...before, status })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it('is refused for an unknown status, one that is not offered, and images not yet uploaded', async () => {
    const { id, version } = await oneInReview()
    const refused = async (document: object) => {
      const { status, meta } = await put(document)
      return [status, meta.field ?? meta.problem]
    }
    expect(await refused({ id, version, status: 'approved' })).toEqual([400, 'status'])
    expect(await refused({ id, version, status: 'pendingToBeUploaded' })).toEqual([400, 'status'])
    expect(await refused({ id, version, status: 'valid', isAdmin: true })).toEqual([400, 'isAdmin'])
    const waiting = (await documents('?status=pendingToBeUploaded')).rows[0]
    expect(await refused({ ...waiting, status: 'valid' })).toEqual([409, 'problems.documentNotUploaded'])
  })

  it('needs editDocumentsByWhiteLabel for the document’s white label (L-111)', async () => {
    const before = await oneInReview('&idWhiteLabel=1')
    const decide = async (edit: string | undefined) => {
      const token = await server.signInWith({
        viewDocumentsByWhiteLabel: 'all',
        ...(edit !== undefined && { editDocumentsByWhiteLabel: edit }),
      })
      return (await put({ ...before, status: 'valid' }, token)).status
    }
    expect([await decide(undefined), await decide('101'), await decide('1')]).toEqual([403, 403, 200])
    expect((await put({ ...before, version: before.version + 1, status: 'inReview' })).status).toBe(200)
  })
})

describe('an image', () => {
  it('is returned by its side or its name, is not cached, and every view of it is logged (L-119)', async () => {
    const { id, imageFront, idUser } = await oneInReview()
    const before = (await looksAt(id)).length
    const front = await imageOf(id, 'front')
    expect(front.statusCode).toBe(200)
    expect(front.rawPayload).toEqual(images.find(({ hash }) => hash === imageFront)?.bytes)
    expect(front.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^inline; /),
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect((await imageOf(id, imageFront)).rawPayload).toEqual(front.rawPayload)
    expect((await imageOf(id, 'back')).statusCode).toBe(200)
    const looks = await looksAt(id)
    expect(looks.length - before).toBe(3)
    expect(looks.slice(0, 3).map(({ side }) => side)).toEqual(['back', 'front', 'front'])
    expect(looks[0]).toMatchObject({ idDocument: id, idUser, viewer: 'Félix Marín', ipAddress: '127.0.0.1' })
  })

  it('requires permission, and its log is for administrators only', async () => {
    const { id } = await oneInReview()
    const before = (await looksAt(id)).length
    const poor = await server.signInWith({ adminControl: 'true' })
    expect((await imageOf(id, 'front', poor)).statusCode).toBe(403)
    expect((await imageOf(id, 'front', '')).statusCode).toBe(401)
    expect((await looksAt(id)).length).toBe(before)
    const viewer = await server.signInWith({ viewDocumentsByWhiteLabel: 'all' })
    expect((await server.ask('/api/documents/demo/looks', { token: viewer })).status).toBe(403)
  })

  it('cannot be requested by a path or through another document', async () => {
    const { id, imageFront } = await oneInReview()
    for (const name of ['../../secrets.json', 'front.png', '%2e%2e', imageFront.toUpperCase()])
      expect((await imageOf(id, name)).statusCode).toBe(400)
    const other = images.find(({ hash }) => hash !== imageFront)
    expect((await imageOf(id, other?.hash ?? '')).statusCode).toBe(404)
  })

  it('returns 404 and is logged if its file is lost', async () => {
    const { id, imageFront } = await oneInReview()
    const store = imageStore(server.config)
    await store.remove(1, imageFront)
    expect((await imageOf(id, 'front')).statusCode).toBe(404)
    expect(server.logged.join('')).toContain('An image of a document is missing')
    const lost = images.find(({ hash }) => hash === imageFront)
    if (lost) await store.put(1, lost.bytes)
  })
})

describe('sending a document', () => {
  const create = (body: object, token = everything) =>
    server.ask<{ document: IdentityDocument }>('/api/documents/demo/', { method: 'POST', token, body })
  const card = { type: 'identityCard', firstName: 'Eva', lastName: 'Prueba', number: '00000001R', countryCode: 'ES' }
  const newCard = async () => {
    const { idUser } = await oneInReview()
    const { response } = await create({ ...card, idUser })
    return response?.document.id ?? 0
  }
  const [front, back, other] = images.map(({ bytes }) => bytes) as [Buffer, Buffer, Buffer]
  const fresh = (bytes: Buffer, note: number) => {
    // An extra text chunk before the end turns the same picture into a different file.
    const text = Buffer.concat([Buffer.from([0, 0, 0, 2]), Buffer.from(`tEXt${note % 10}=`), Buffer.alloc(4)])
    return Buffer.concat([bytes.subarray(0, -12), text, bytes.subarray(-12)])
  }

  it('waits for its images and moves to review with the last one', async () => {
    const id = await newCard()
    expect((await documents(`?id=${id}`)).rows[0]).toMatchObject({ status: 'pendingToBeUploaded', version: 1 })
    expect((await imageOf(id, 'front')).statusCode).toBe(404)
    const first = await send(id, 'front', front)
    expect(first.json().response.document).toMatchObject({ status: 'pendingToBeUploaded', version: 2 })
    const second = await send(id, 'back', back)
    expect(second.statusCode).toBe(201)
    expect(second.json().response.document).toMatchObject({ status: 'inReview', version: 3 })
    expect((await imageOf(id, 'back')).rawPayload).toEqual(back)
  })

  it('again replaces the image, and deletes the old one unless another document uses it', async () => {
    const id = await newCard()
    const store = imageStore(server.config)
    const [own, shared] = [fresh(other, 1), front]
    await send(id, 'front', own)
    const { imageFront: old } = (await send(id, 'back', shared)).json().response.document
    await send(id, 'front', fresh(other, 2))
    await expect(store.read(1, old)).rejects.toThrow('missing')
    await send(id, 'back', fresh(other, 3))
    expect(await buffer(await store.read(1, images[0]?.hash ?? ''))).toEqual(shared)
  })

  it.each([
    ['a text', Buffer.from('not an image'), 'problems.imageUnreadable'],
    ['an SVG with a script', Buffer.from('<svg><script>alert(1)</script></svg>'), 'problems.imageUnreadable'],
    ['half an image', images[0]?.bytes.subarray(0, 900) ?? Buffer.alloc(0), 'problems.imageUnreadable'],
    ['nothing', Buffer.alloc(0), 'problems.imageUnreadable'],
    ['more than 10 MB', Buffer.alloc(imageLimits.bytes + 1), 'problems.imageTooLarge'],
  ])('refuses %s as an image', async (_, bytes, problem) => {
    const answer = await send(await newCard(), 'front', bytes)
    expect([answer.statusCode, answer.json().meta.problem]).toEqual([400, problem])
  })

  it('is refused with a path as the name, for the back of a selfie, and after the decision', async () => {
    const { idUser } = await oneInReview()
    const { response } = await create({ idUser, type: 'selfie' })
    expect((await send(response?.document.id ?? 0, '../front', front)).statusCode).toBe(400)
    expect((await send(response?.document.id ?? 0, 'back', front)).json().meta.problem).toBe(
      'problems.documentHasNoBack',
    )
    const valid = (await documents('?status=valid')).rows[0]
    expect((await send(valid?.id ?? 0, 'front', front)).json().meta.problem).toBe('problems.documentClosed')
  })

  it('requires a person of a white label that the user may edit', async () => {
    const token = await server.signInWith({ viewDocumentsByWhiteLabel: 'all', editDocumentsByWhiteLabel: '101' })
    const mine = await oneInReview('&idWhiteLabel=1')
    expect((await create({ ...card, idUser: mine.idUser }, token)).status).toBe(404)
    expect((await send(mine.id, 'front', front, token)).statusCode).toBe(403)
    // Staff users have no documents.
    expect((await create({ ...card, idUser: 101 })).status).toBe(404)
  })
})

it('accepts twelve uploads at a time and answers the next with 503 before receiving it', async () => {
  const { id } = await oneInReview()
  const streams = Array.from({ length: 13 }, () => new PassThrough())
  const answers = streams.map((stream) => send(id, 'front', stream))
  const first = await Promise.race(answers)
  expect([first.statusCode, first.json().meta.problem]).toEqual([503, 'problems.filesBusy'])
  for (const stream of streams) stream.end('not an image')
  const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode).toSorted()
  expect(statuses).toEqual([...Array(12).fill(400), 503])
  expect((await send(id, 'front', Buffer.from('not an image'))).statusCode).toBe(400)
})

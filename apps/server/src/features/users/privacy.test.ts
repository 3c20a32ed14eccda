import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAdmin } from '../../admin/commands.ts'
import { startOutboxWorker } from '../../deliveries/outbox-worker.ts'
import { ImageMissing } from '../../documents/image-missing.ts'
import { imageStore } from '../../documents/image-store.ts'
import { freedImageRemover } from '../../privacy/remove-images.ts'
import { type TestUsers, testUsers } from './testing.ts'

let desk: TestUsers
let owner: pg.Client
/** A transaction id from before anything was written about the people of these tests. */
let first: string
beforeAll(async () => {
  desk = await testUsers()
  owner = new pg.Client(desk.server.database.ownerUrl)
  await owner.connect()
  first = (await owner.query('select pg_current_xact_id()::text as id')).rows[0].id
})
afterAll(async () => {
  await owner.end()
  await desk.stop()
})

/** Contents of the files in a zip by name, with JSON parsed. */
const filesIn = (zip: Buffer) => {
  const files: Record<string, unknown> = {}
  const end = zip.lastIndexOf('PK\x05\x06')
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [size, nameLength] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const content = zip.subarray(start, start + size)
    const text = String(zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(content) : content)
    files[name] = name.endsWith('.json') ? JSON.parse(text) : text
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}

/** Tables whose records belong to others: to the paying company, to the call centre, and issued invoices. */
const ofOthers = ['customer_authorization', 'authorization_journal', 'caller', 'invoice_line']

/** Tables in which one of these texts occurs, in any column of the rows written since. */
const tracesOf = async (texts: readonly string[]) => {
  const { rows } = await owner.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const found: string[] = []
  for (const { name } of rows.filter((table) => !ofOthers.includes(table.name))) {
    // Converts each row to lower-case text once, however many texts are searched for.
    const { rowCount } = await owner.query(
      `select from (select lower(t::text) as line from ${name} t where xmin::text::bigint >= $2 offset 0) row
       where line like any($1) limit 1`,
      [texts.map((text) => `%${text.toLowerCase()}%`), first],
    )
    if (rowCount) found.push(name)
  }
  return found.sort()
}

/** A person with unique names and data in many tables. */
const addPerson = async (nth: number) => {
  const id = 190_000 + nth
  const [first, last, phone, mail] = [`Zenobia${nth}`, `Quirós${nth}`, `69900011${nth}`, `zenobia${nth}@correo.example`]
  const run = (text: string, values: unknown[] = []) => owner.query(text, values)
  await run(
    `insert into app_user (tenant_id, id, is_customer, id_white_label, first_name, last_name, user_email,
       prefix_mobile_number, mobile_number, device_tokens, additional_info)
     values (1, $1, true, 1, $2, $3, $4, '34', $5, array[$2], $3)`,
    [id, first, last, mail, phone],
  )
  await run('insert into user_vehicle (tenant_id, id_user, number_plate) values (1, $1, $2)', [id, `${nth}111ZEN`])
  await run('insert into card (tenant_id, id_user, card_alias, payment_method) values (1, $1, $2, 13)', [id, last])
  const { rows } = await run(
    `insert into booking (tenant_id, status, status_invoicing, id_fleet, origin, asap, time_booking_start, passenger_name,
       phone_number_passenger, email_passenger, notes, id_user, id_caller, price_customer_total, modifications)
     select 1, 30, 0, (select min(id) from fleet where tenant_id = 1),
       jsonb_build_object('addressField', 'Calle Mayor 1', 'lat', 40.4, 'lon', -3.7, 'additionalAddressInfo', $1::text),
       false, now() - interval '3 days', $1, $2, $3, $1, $4, (select min(id) from caller where tenant_id = 1), 21.5,
       jsonb_build_object('reason', 0, 'price', 1, 'comment', $1::text, 'who', 'Ana', 'at', 1)
     returning id`,
    [`${first} ${last}`, phone, mail, id],
  )
  const idBooking = Number(rows[0].id)
  const values = JSON.stringify({ passengerName: first, phoneNumberPassenger: phone, status: 30 })
  await run(
    `insert into booking_journal (tenant_id, id_booking, version, action, who, after) values (1, $1, 1, 'create', 'Ana', $2)`,
    [idBooking, values],
  )
  await run(`insert into booking_message (tenant_id, id_booking, message) values (1, $1, $2)`, [
    idBooking,
    `Para ${first}`,
  ])
  await run(
    `with sent as (insert into outbox (tenant_id, kind, payload, done_at) values (1, 'sms', $2, now()) returning id)
     insert into delivery (tenant_id, id_booking, channel, template, recipient, locale, id_outbox)
     select 1, $1, 'sms', 'taxi', $3, 'es', id from sent`,
    [idBooking, JSON.stringify({ to: phone, text: `Hola ${first}` }), phone],
  )
  await run(
    `insert into number_validation (tenant_id, prefix_mobile_number, mobile_number, validation_code, sms_sent_result)
     values (1, '34', $1, '1234', 'OK')`,
    [phone],
  )
  await run(
    `insert into parking_booking (tenant_id, id_parking, protocol, parking_name, status, id_user, customer_name,
       customer_phone, number_plate, date_init, price_customer) values (1, 1, 1, 'Centro', 30, $1, $2, $3, 'ZEN', now(), 8)`,
    [id, first, phone],
  )
  await run(
    `with driven as (insert into route_tracking (tenant_id, status, time_start, id_user, customer_name, distance_meters,
       origin_address_string) values (1, 400, now(), $1, $2, 5000, $2) returning id),
     told as (insert into trip_journal (tenant_id, mode, id_trip, version, at, action, after)
       select 1, 'route', id, 1, now(), 'started', jsonb_build_object('customerName', $2::text, 'originAddressString', $2::text)
       from driven)
     insert into route_path (tenant_id, id_route, way_points) select 1, id, $2 from driven`,
    [id, last],
  )
  const image = await imageStore(desk.server.config).put(1, Buffer.from(`image of ${first}`))
  await run(
    `insert into identity_document (tenant_id, id_user, id_white_label, type, status, first_name, number, image_front)
     values (1, $1, 1, 'selfie', 'valid', $2, $3, $4)`,
    [id, first, `${nth}111ZEN`, image],
  )
  return { id, idBooking, image, texts: [first, last, phone, mail, `${nth}111ZEN`] }
}

const amounts = (id: number) =>
  owner.query(
    `select (select sum(price_customer_total) from booking where id_user = $1) as taxi,
       (select min(time_booking_start) from booking where id_user = $1) as start,
       (select sum(price_customer) from parking_booking where id_user = $1) as parking,
       (select sum(distance_meters)::int from route_tracking where id_user = $1) as routes`,
    [id],
  )

const journalOf = async (id: number) =>
  (
    await owner.query<{ action: string; before: object; after: object; who: string }>(
      'select action, before, after, who from user_journal where id_customer = $1 order by id',
      [id],
    )
  ).rows

describe('the personal data of a user', () => {
  it('is exported as a zip of JSON files, and the export is journaled', async () => {
    const { id, idBooking, texts } = await addPerson(1)
    const answered = await desk.server.app.inject({
      method: 'POST',
      url: `/api/users/demo/${id}/personalData`,
      headers: { token: desk.everything },
    })
    expect([answered.statusCode, answered.headers['content-type'], answered.headers['cache-control']]).toEqual([
      200,
      'application/zip',
      'no-store',
    ])
    expect(answered.headers['content-disposition']).toContain(`user-${id}.zip`)
    const files = filesIn(answered.rawPayload)
    expect(files['user.json']).toMatchObject({ id, userEmail: texts[3], mobileNumber: texts[2] })
    expect(files['user_vehicle.json']).toEqual([expect.objectContaining({ number_plate: texts[4] })])
    expect(files['booking.json']).toEqual([expect.objectContaining({ id: idBooking, price_customer_total: 21.5 })])
    for (const name of [
      'booking_message',
      'booking_journal',
      'delivery',
      'card',
      'number_validation',
      'parking_booking',
      'route_tracking',
      'route_path',
    ])
      expect([name, files[`${name}.json`]]).toEqual([name, [expect.any(Object)]])
    expect(files['identity_document.json']).toEqual([expect.objectContaining({ type: 'selfie' })])
    expect(String(files[Object.keys(files).find((name) => name.startsWith('images/')) ?? ''])).toBe('image of Zenobia1')
    expect(JSON.stringify(files)).not.toContain('tenant_id')
    expect((await journalOf(id)).map(({ action }) => action)).toEqual(['export'])
    const { rows: looks } = await owner.query('select side, viewer from document_look where id_user = $1', [id])
    expect(looks).toEqual([{ side: 'front', viewer: expect.stringMatching(/\S/) }])
  })

  it('requires permission to edit the user', async () => {
    const { id } = await addPerson(2)
    for (const [grants, status] of [
      [{ viewUserByWhitelabel: 'all' }, 403],
      [{ viewUserByWhitelabel: 'all', editUserByWhitelabel: '101' }, 404],
    ] as const) {
      const token = await desk.server.signInWith(grants)
      expect((await desk.ask(`${id}/personalData`, { method: 'POST', token })).status).toBe(status)
      expect(
        (await desk.ask(`${id}/personalData`, { method: 'DELETE', token, body: { confirmedId: id } })).status,
      ).toBe(status)
    }
  })
})

it('exporting personal data requires permission to see documents', async () => {
  const { id } = await addPerson(12)
  const rights = { viewUserByWhitelabel: 'all', editUserByWhitelabel: 'all' }
  for (const [documents, status] of [
    ['101', 403],
    ['1', 200],
  ] as const) {
    const token = await desk.server.signInWith({ ...rights, viewDocumentsByWhiteLabel: documents })
    const answered = await desk.server.app.inject({
      method: 'POST',
      url: `/api/users/demo/${id}/personalData`,
      headers: { token },
    })
    expect(answered.statusCode).toBe(status)
  }
})

describe('erasing a user', () => {
  const erase = (id: number, confirmedId = id) =>
    desk.ask(`${id}/personalData`, { method: 'DELETE', body: { confirmedId } })

  it('removes the person from every table but keeps amounts, dates and who did what', async () => {
    const { id, idBooking, texts } = await addPerson(3)
    await desk.save(id, { lastName: `${texts[1]} Otra` })
    const before = (await amounts(id)).rows
    expect((await tracesOf(texts)).length).toBeGreaterThan(10)
    expect((await erase(id)).meta.code).toBe(204)
    expect(await tracesOf(texts)).toEqual([])
    expect((await amounts(id)).rows).toEqual(before)
    expect(await journalOf(id)).toEqual([
      { action: 'edit', before: {}, after: {}, who: expect.stringMatching(/\S/) },
      { action: 'erase', before: {}, after: {}, who: expect.stringMatching(/\S/) },
    ])
    const { rows } = await owner.query('select action, after from booking_journal where id_booking = $1 order by id', [
      idBooking,
    ])
    expect(rows).toEqual([
      { action: 'create', after: { status: 30 } },
      { action: 'erase', after: {} },
    ])
    expect(await desk.read(id)).toMatchObject({
      firstName: '',
      userEmail: null,
      status: -1,
      erasedAt: expect.any(Number),
    })
    const search = await desk.ask<{ users: object[] }>(`search?text=${texts[0]}`)
    expect(search.response?.users).toEqual([])
  })

  it('deletes the images after the commit, except those that somebody else has too', async () => {
    const [one, other] = [await addPerson(10), await addPerson(11)]
    const images = imageStore(desk.server.config)
    await owner.query('update identity_document set image_back = $2 where id_user = any($1)', [
      [one.id, other.id],
      other.image,
    ])
    await erase(one.id)
    expect(String(await buffer(await images.read(1, one.image)))).toBe('image of Zenobia10')
    const { database } = desk.server
    const quiet = pino({ level: 'silent' })
    const worker = startOutboxWorker(database, { freedImages: freedImageRemover(database, images) }, quiet)
    await expect.poll(() => images.read(1, one.image).then(buffer, (error) => error)).toBeInstanceOf(ImageMissing)
    await worker.stop()
    expect(String(await buffer(await images.read(1, other.image)))).toBe('image of Zenobia11')
  })

  it('cannot be undone, repeated or followed by a change', async () => {
    const { id } = await addPerson(4)
    await erase(id)
    for (const { status, meta } of [
      await erase(id),
      await desk.ask(`${id}/1`, { method: 'PUT' }),
      await desk.save(id, { firstName: 'Zenobia' }),
      await desk.ask(`${id}/personalData`, { method: 'POST' }),
    ])
      expect([status, meta.problem]).toEqual([409, 'problems.userErased'])
  })

  it('is refused while they have a live ride, and changes nothing', async () => {
    const { id, texts } = await addPerson(5)
    await owner.query('update booking set status = 20, status_invoicing = 1, modifications = null where id_user = $1', [
      id,
    ])
    const before = await tracesOf(texts)
    const { status, meta } = await erase(id)
    expect([status, meta.problem]).toEqual([409, 'problems.userStillRides'])
    expect(await tracesOf(texts)).toEqual(before)
  })

  it('requires the id as confirmation', async () => {
    const { id, texts } = await addPerson(6)
    expect((await erase(id, id + 1)).meta.field).toBe('confirmedId')
    expect((await tracesOf(texts)).length).toBeGreaterThan(10)
  })

  it('leaves the journals of other users unchanged', async () => {
    const [one, other] = [await addPerson(7), await addPerson(8)]
    await desk.server.database.inTenant(1, (tx) =>
      tx.selectNoFrom((db) => db.fn('erase_from_journals', [db.val(other.id)]).as('done')).execute(),
    )
    await erase(one.id)
    expect(await tracesOf(other.texts)).toContain('booking_journal')
  })
})

describe('the command line', () => {
  const run = (...words: string[]) =>
    runAdmin(
      words,
      () => ({}),
      async () => ({ ...desk.server.database, close: async () => {} }),
    )

  it('exports and erases as the interface does', async () => {
    const { id, texts } = await addPerson(9)
    const path = `${desk.server.home}/user.zip`
    expect(await run('users', 'export', 'demo', String(id), path)).toContain(path)
    expect(filesIn(await readFile(path))['user.json']).toMatchObject({ id })
    await expect(run('users', 'export', 'demo', String(id), path)).rejects.toThrow('cannot be written')
    await expect(run('users', 'erase', 'demo', String(id))).rejects.toThrow(`Confirm with --confirm ${id}`)
    expect(await run('users', 'erase', 'demo', String(id), '--confirm', String(id))).toContain('erased')
    expect(await tracesOf(texts)).toEqual([])
    expect((await journalOf(id)).map(({ action, who }) => [action, who])).toEqual([
      ['export', 'Parada'],
      ['erase', 'Parada'],
    ])
  })

  it.each([
    ['staff', '101'],
    ['nobody', '99999999'],
  ])('finds no user of the app for %s', async (_, id) => {
    await expect(run('users', 'export', 'demo', id, 'never.zip')).rejects.toThrow('has no user of its app')
    await expect(run('users', 'erase', 'demo', id, '--confirm', id)).rejects.toThrow('has no user of its app')
  })
})

import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { sha256, sign } from '../../apps/server/src/suppliers/signature.ts'
import type { Office } from '../bookings/office.ts'
import { signIn, withBrowser } from '../kit/browser.ts'
import { median, percentile } from '../kit/measure.ts'
import type { Figure } from '../kit/report.ts'

const live = 2_000
const perSecond = 50
const seconds = 20
const shown = 50
const limitMs = 200
const idSupplier = 13
const hour = 3_600_000

const secretOf = async ({ owner, secrets }: Office) => {
  const { rows } = await owner.query<{ secret: string }>(
    'select secret from trip_supplier where tenant_id = 1 and id = $1',
    [idSupplier],
  )
  return secrets.open({ table: 'trip_supplier', tenantId: 1, id: idSupplier }, rows[0]?.secret ?? '')
}

/** Sends the signed reports of a car park. */
const reporter = (origin: string, secret: string) => async (told: object) => {
  const path = '/suppliers/demo/parking/reports'
  const body = JSON.stringify({ id: randomUUID(), at: Date.now(), ...told })
  const content = { method: 'POST', path, bodySha256: sha256(body) }
  const answer = await fetch(`${origin}/api${path}`, {
    method: 'POST',
    headers: {
      ...sign({ subdomain: 'demo', idSupplier, secret }, content, new Date()),
      'content-type': 'application/json',
    },
    body,
  })
  if (!answer.ok) throw new Error(`A report was answered ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

/** Records in the page when each new number plate is first painted. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const seen: Record<string, number> = {}
    Object.assign(window, { seen })
    const look = () => {
      for (const { textContent } of document.querySelectorAll('tbody tr[data-index] td')) {
        if (textContent?.startsWith('B3NCH') && !(textContent in seen))
          seen[textContent] = performance.timeOrigin + performance.now()
      }
      requestAnimationFrame(look)
    }
    look()
  })

const seenIn = (page: Page) => page.evaluate(() => (window as unknown as { seen: Record<string, number> }).seen)

/**
 * A desk that shows two thousand live parkings while fifty reports a second come in: time from the report to the
 * painted row.
 */
export const liveParkings = async (office: Office): Promise<Figure[]> => {
  await office.owner.query(
    `insert into parking_booking (tenant_id, id_parking, protocol, parking_name, status, id_supplier, reference, number_plate, date_init)
     select 1, 7, 3, 'Parking Centro', 1, $1, 'OLD-' || n, '0000 BBB', now() - interval '1 minute' from generate_series(1, $2::int) n`,
    [idSupplier, live],
  )
  await office.owner.query('vacuum analyze parking_booking')
  const report = reporter(office.origin, await secretOf(office))
  const origin = office.origin.replace('localhost', 'demo.localhost')
  return withBrowser(async (browser) => {
    const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } })
    await signIn(page, origin)
    await page.goto(`${origin}/parkings/dashboard?size=${shown}`)
    await page.locator('tbody tr[data-index]').first().waitFor()
    await watch(page)
    const sentAt: Record<string, number> = {}
    const sending: Promise<void>[] = []
    for (let count = 0; count < perSecond * seconds; count++) {
      // Half of the reports add a parking at the top of the list, half change one that is not on the screen.
      const plate = `B3NCH${String(count).padStart(4, '0')}`
      const dateInit = Date.now()
      if (count % 2 === 0) {
        sentAt[plate] = Date.now()
        const place = { idParking: 7, parkingName: 'Parking Centro', numberPlate: plate, dateInit }
        sending.push(report({ type: 'started', reference: plate, ...place }))
      } else sending.push(report({ type: 'extended', reference: `OLD-${count}`, dateEnd: dateInit + hour }))
      await wait(1_000 / perSecond)
    }
    await Promise.all(sending)
    await wait(2_000)
    const seen = await seenIn(page)
    const times = Object.entries(sentAt).map(([plate, at]) => (seen[plate] ?? Number.POSITIVE_INFINITY) - at)
    return [
      {
        what: `live list, ${perSecond} reports a second: report to painted row, median`,
        value: median(times),
        unit: 'ms',
      },
      { what: 'p95', value: percentile(times, 0.95), unit: 'ms', atMost: limitMs },
    ]
  })
}

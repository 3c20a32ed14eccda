import { required } from '@parada/domain/objects'
import '@mantine/core/styles.css'
import 'mantine-datatable/styles.css'
import '../../apps/web/src/styles.css'
import './grid.css'
import { MantineProvider } from '@mantine/core'
import i18next from 'i18next'
import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { makeRows, type SideProps } from './rows.ts'
import { AgGrid } from './sides/ag-grid.tsx'
import { MantineDatatable } from './sides/mantine-datatable.tsx'
import { Mui } from './sides/mui.tsx'
import { Parada } from './sides/parada.tsx'
import { Plain } from './sides/plain.tsx'

const sides: Record<string, ComponentType<SideProps>> = {
  parada: Parada,
  plain: Plain,
  'AG Grid': AgGrid,
  'MUI X': Mui,
  'mantine-datatable': MantineDatatable,
}

await i18next.init({ lng: 'en', resources: {} })
const place = required(document.getElementById('root'))
const root = createRoot(place)

/** Renders one side, or none. The providers around it stay mounted, so that they do not count. */
const draw = (name: string | undefined, filter: string, rows: SideProps['rows']) => {
  const Side = name === undefined ? undefined : sides[name]
  root.render(
    <I18nextProvider i18n={i18next}>
      <MantineProvider>{Side && <Side rows={rows} filter={filter} />}</MantineProvider>
    </I18nextProvider>,
  )
}

/** After this many milliseconds without a change, the screen counts as settled. */
const quiet = 200

/** Milliseconds from now to the paint of the last change on screen that `change` leads to. */
const timeToLastPaint = (change: () => void) =>
  new Promise<number>((resolve) => {
    const start = performance.now()
    let painted = start
    let timer = setTimeout(finish, 2_000)
    const observer = new MutationObserver(() => {
      // A frame's callbacks run before its paint, a message sent from them after it.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          painted = performance.now()
        }
        port2.postMessage(undefined)
      })
      clearTimeout(timer)
      timer = setTimeout(finish, quiet)
    })
    function finish() {
      observer.disconnect()
      resolve(painted - start)
    }
    observer.observe(place, { subtree: true, childList: true, attributes: true, characterData: true })
    change()
  })

const longTasks: number[] = []
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longTasks.push(duration)
}).observe({ type: 'longtask' })

const collectGarbage = () => globalThis.gc?.()

export const bench = {
  names: Object.keys(sides),
  /** Mounts a side, filters it and unmounts it. */
  measure: async (name: string) => {
    const rows = makeRows()
    collectGarbage()
    const mount = await timeToLastPaint(() => draw(name, '', rows))
    collectGarbage()
    const filter = await timeToLastPaint(() => draw(name, 'north', rows))
    const found = place.innerText.includes('north') && !place.innerText.includes('south')
    await timeToLastPaint(() => draw(undefined, '', rows))
    if (!found) throw new Error(`${name} does not show what the filter keeps`)
    return { mount, filter }
  },
  show: (name: string) => timeToLastPaint(() => draw(name, '', makeRows())),
  watchTasks: () => {
    longTasks.length = 0
  },
  longestTask: () => Math.max(0, ...longTasks),
}
export type Bench = typeof bench

Object.assign(window, { bench })

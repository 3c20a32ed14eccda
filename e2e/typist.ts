import type { Page } from '@playwright/test'

/** Milliseconds per key of a quick typist, without the waits for the product. */
const msAKey = 150
/** Times of the keystroke-level model, in seconds. */
const model = { key: 0.28, toMouse: 0.4, pointing: 1.1, thinking: 1.35 }

/** Types at a human pace, counts the keystrokes and measures the waits. */
export const typist = (page: Page) => {
  const begun = Date.now()
  let keys = 0
  let letters = 0
  let thoughts = 0
  const waits: [field: string, ms: number][] = []
  /** A chord counts as many keystrokes as it has keys. */
  const press = async (chord: string) => {
    await page.waitForTimeout(msAKey)
    await page.keyboard.press(chord)
    keys += chord.split('+').length
    thoughts += 1
  }
  const usable = (field: string) =>
    page.waitForFunction(
      (name) => {
        const at = document.activeElement?.closest<HTMLElement>('[data-field]')
        if (at?.dataset.field !== name) return false
        return name !== 'idFleet' || at.querySelector('[aria-selected="true"]') !== null
      },
      field,
      { polling: 'raf' },
    )
  return {
    /** Presses the very last key and waits for its effect. */
    pressUntil: async (chord: string, effect: () => Promise<unknown>) => {
      await press(chord)
      await effect()
    },
    /** Presses the last key of a step, and waits until the next field has the focus. */
    pressFor: async (chord: string, field: string) => {
      await press(chord)
      const from = Date.now()
      await usable(field)
      waits.push([field, Date.now() - from])
    },
    type: async (text: string) => {
      await page.keyboard.type(text, { delay: msAKey })
      letters += text.length
      thoughts += 1
    },
    told: (name: string) => {
      const seconds = (Date.now() - begun) / 1_000
      const waitedMs = waits.reduce((sum, [, ms]) => sum + ms, 0)
      const estimate = (keys + letters) * model.key + thoughts * model.thinking
      const text = `${keys} keys and ${letters} letters, ${seconds.toFixed(1)} s in all, ${waitedMs} ms waited (${waits.map(([field, ms]) => `${field} ${ms}`).join(', ')})`
      console.log(`${name}: ${text}; keystroke-level estimate ${estimate.toFixed(1)} s without a mouse`)
      return { keys, letters, seconds, waitedMs, estimate }
    },
  }
}

import type { Page } from '@playwright/test'

/** Number of pixels that are not background, for each part of the picture, and of those as dark as only letters are. */
type Frame = { at: number; drawn: number[]; letters: number }
export type MapRecord = { opened: number; frames: Frame[]; isRead: boolean; longest: number }
declare const window: Window & { kept: MapRecord }

/**
 * Runs in a page before anything else. A map counts as opened when it requests its WebGL context. After each of its
 * frames the canvas is read, which waits until it has really been painted.
 */
const keep = () => {
  const kept: MapRecord = { opened: 0, frames: [], isRead: true, longest: 0 }
  window.kept = kept
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) kept.longest = Math.max(kept.longest, duration)
  }).observe({ entryTypes: ['longtask'] })

  let gl: WebGL2RenderingContext | null = null
  let isDrawn = false
  const { getContext } = HTMLCanvasElement.prototype
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, options?: unknown) {
    if (kind === 'webgl2') kept.opened ||= performance.now()
    const context = getContext.call(this, kind, options)
    if (kind === 'webgl2') gl = context as WebGL2RenderingContext
    return context
  } as typeof getContext
  const { drawElements } = WebGL2RenderingContext.prototype
  WebGL2RenderingContext.prototype.drawElements = function (...args) {
    isDrawn = true
    drawElements.apply(this, args)
  }

  const [columns, rows] = [8, 4]
  const commonest = (colors: Uint32Array) => {
    const seen = new Map<number, number>()
    for (let at = 0; at < colors.length; at += 17) seen.set(colors[at] ?? 0, (seen.get(colors[at] ?? 0) ?? 0) + 1)
    return [...seen].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0])[0]
  }
  const channels = (color: number) => [color & 255, (color >> 8) & 255, (color >> 16) & 255] as const
  const look = (context: WebGL2RenderingContext) => {
    const { drawingBufferWidth: width, drawingBufferHeight: height } = context
    const pixels = new Uint8Array(width * height * 4)
    context.readPixels(0, 0, width, height, context.RGBA, context.UNSIGNED_BYTE, pixels)
    const frame: Frame = { at: performance.now(), drawn: Array(columns * rows).fill(0), letters: 0 }
    const colors = new Uint32Array(pixels.buffer)
    const ground = commonest(colors)
    const [groundR, groundG, groundB] = channels(ground)
    colors.forEach((color, at) => {
      if (color === ground) return
      const [r, g, b] = channels(color)
      if (Math.abs(r - groundR) + Math.abs(g - groundG) + Math.abs(b - groundB) < 12) return
      const column = Math.floor(((at % width) * columns) / width)
      const part = Math.floor((Math.floor(at / width) * rows) / height) * columns + column
      frame.drawn[part] = (frame.drawn[part] ?? 0) + 1
      if (Math.max(r, g, b) < 0x90) frame.letters++
    })
    kept.frames.push(frame)
  }
  const { requestAnimationFrame } = window
  window.requestAnimationFrame = (run) =>
    requestAnimationFrame((now) => {
      isDrawn = false
      run(now)
      if (isDrawn && gl && kept.isRead) look(gl)
    })
}

export const watchMap = (page: Page) => page.addInitScript(keep)

const restMs = 1_500
/**
 * The share of its final pixels that a part of the picture has once its streets are there; names, the route and dashes
 * make up the rest.
 */
const streetShare = 0.6
const nameShare = 0.9

/**
 * Time from the map's opening to streets in every part of its picture, and to the names on them, compared with the
 * picture at rest.
 */
export const picturesOf = async (page: Page) => {
  await page.waitForFunction((rest) => {
    const last = window.kept?.frames.at(-1)
    return last !== undefined && last.letters > 0 && performance.now() - last.at > rest
  }, restMs)
  const { opened, frames } = await page.evaluate(() => window.kept)
  const last = frames.at(-1)
  const hasStreets = ({ drawn }: Frame) =>
    last?.drawn.every((whole, part) => whole === 0 || (drawn[part] ?? 0) >= whole * streetShare)
  const hasNames = ({ letters }: Frame) => letters >= (last?.letters ?? 0) * nameShare
  const [streets, names] = [frames.find(hasStreets), frames.find((frame) => hasStreets(frame) && hasNames(frame))]
  if (!streets || !names) throw new Error('The map shows no streets')
  return { streets: streets.at - opened, names: names.at - opened }
}

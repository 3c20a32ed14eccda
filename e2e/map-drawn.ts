import { expect, type Locator } from '@playwright/test'

/** The colours in an element's screenshot as 'r,g,b', the most frequent first. */
export const colorsOf = async (seen: Locator) => {
  const picture = (await seen.screenshot()).toString('base64')
  return seen.page().evaluate(async (data) => {
    const image = new Image()
    image.src = `data:image/png;base64,${data}`
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height)
    const drawing = canvas.getContext('2d')
    if (!drawing) throw new Error('Nothing can be drawn')
    drawing.drawImage(image, 0, 0)
    const { data: bytes } = drawing.getImageData(0, 0, image.width, image.height)
    const counts = new Map<number, number>()
    for (const pixel of new Uint32Array(bytes.buffer)) counts.set(pixel, (counts.get(pixel) ?? 0) + 1)
    const byteOf = (pixel: number, at: number) => (pixel >> (8 * at)) & 255
    return [...counts]
      .sort(([, one], [, other]) => other - one)
      .map(([pixel, count]): [string, number] => [[0, 1, 2].map((at) => byteOf(pixel, at)).join(','), count])
  }, picture)
}

/**
 * Most tests would pass on a blank canvas. This one waits until the ground has the right colour, and lines and names,
 * which are many shades, are drawn on it.
 */
export const expectMapDrawn = (map: Locator, ground: string | RegExp) =>
  expect(async () => {
    const colors = await colorsOf(map)
    expect(colors[0]?.[0]).toEqual(typeof ground === 'string' ? ground : expect.stringMatching(ground))
    expect(colors.length, 'shades on the map').toBeGreaterThan(40)
  }).toPass()

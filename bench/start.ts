import { median } from './kit/measure.ts'
import { newHome, startProduct } from './kit/product.ts'
import type { Figure } from './kit/report.ts'

export const title = 'npm start on an installation that is there: seconds to the first answer'

const rounds = 5
const limit = 5

const figure = (what: string, times: number[]): Figure => ({
  what,
  value: median(times) / 1_000,
  unit: 's',
  atMost: limit,
  from: times.map((time) => (time / 1_000).toFixed(2)).join('  '),
})

export const measure = async (): Promise<Figure[]> => {
  const { home, dispose } = newHome()
  try {
    await (await startProduct(home)).stop()
    const stopped: number[] = []
    const killed: number[] = []
    for (let round = 0; round < rounds; round++) {
      const second = await startProduct(home)
      stopped.push(second.took)
      await second.kill()
      const third = await startProduct(home)
      killed.push(third.took)
      await third.stop()
    }
    return [figure('after a clean stop', stopped), figure('after kill -9', killed)]
  } finally {
    await dispose()
  }
}

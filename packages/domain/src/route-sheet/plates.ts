import { squeezedPlate } from '../spain/plate.ts'

const mostWords = 40
const isPlateLike = (text: string) => text.length >= 4 && text.length <= 10 && /\d/.test(text) && /[A-Z]/.test(text)

/**
 * Everything that may be a plate in a fleet's description of a taxi, written with or without spaces: 'Dacia blanco 1234
 * BCD'.
 */
export const platesIn = (description: string): string[] => {
  const words = description.split(/[\s,;()]+/, mostWords).map(squeezedPlate)
  const runs = words.flatMap((_, at) => [1, 2, 3].map((length) => words.slice(at, at + length).join('')))
  return [...new Set(runs.filter(isPlateLike))]
}

/**
 * Regular expressions written by users: the syntax and meaning of JavaScript with the flag `u`, run in time
 * proportional to the text. All paths through the pattern are followed at once, so there is no backtracking.
 */
export type Pattern = { readonly source: string; test(text: string): boolean }

type PatternFault = 'unreadable' | 'unsupported' | 'tooLarge'

/** The most characters and steps of a pattern; the steps bound the work per character of text. */
const longest = 1_000
const mostSteps = 2_000

type Holds = (before: string | undefined, after: string | undefined) => boolean
type Node =
  | { matches: (character: string) => boolean }
  | { holds: Holds }
  | { inOrder: Node[] }
  | { anyOf: Node[] }
  | { repeated: Node; least: number; most: number }

type Step =
  | { matches: (character: string) => boolean }
  | { holds: Holds }
  /** The steps to continue with, one for each alternative. */
  | { ways: number[] }
  | { isEnd: true }

class Unsupported extends Error {}

const isWord = (character: string | undefined) => character !== undefined && /^\w$/.test(character)

const assertions: Readonly<Record<string, Holds>> = {
  '^': (before) => before === undefined,
  $: (_, after) => after === undefined,
  '\\b': (before, after) => isWord(before) !== isWord(after),
  '\\B': (before, after) => isWord(before) === isWord(after),
}

const groupStart = /\((?:\?(?::|<(?![=!])[^>]*>))?/uy
const quantifier = /(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/uy
const oneCharacter =
  /\[(?:\\[\s\S]|[^\]\\])*\]|\\u\{[^}]*\}|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[a-zA-Z]|\\[pP]\{[^}]*\}|\\?[\s\S]/uy

const counts: Readonly<Record<string, [least: number, most: number]>> = {
  '*': [0, Number.POSITIVE_INFINITY],
  '+': [1, Number.POSITIVE_INFINITY],
  '?': [0, 1],
}

/** Leaves the matching of a single character to the engine's own RegExp, which cannot take long on one character. */
const matcherOf = (atom: string) => {
  if (!/^[[\\.]/.test(atom)) return (character: string) => character === atom
  const single = new RegExp(`^${atom}$`, 'u')
  return (character: string) => single.test(character)
}

/** Parses a source that the engine has already accepted, so it cannot contain a syntax error. */
const parse = (source: string): Node => {
  let at = 0
  const take = (token: RegExp) => {
    token.lastIndex = at
    const found = token.exec(source)
    if (found) at = token.lastIndex
    return found
  }

  const atom = (): Node => {
    const group = take(groupStart)
    if (group) {
      // Any other group that begins with a question mark is a look-around or changes the flags.
      if (group[0] === '(' && source[at] === '?') throw new Unsupported()
      const within = choice()
      at++
      return within
    }
    const [text = ''] = take(oneCharacter) ?? []
    const holds = assertions[text]
    if (holds) return { holds }
    if (/^\\[1-9k]/.test(text)) throw new Unsupported()
    return { matches: matcherOf(text) }
  }

  const repeated = (part: Node): Node => {
    const found = take(quantifier)
    if (!found) return part
    const [text, from, comma, to] = found
    const [least, most] = counts[text.charAt(0)] ?? [
      Number(from),
      comma ? (to ? Number(to) : Number.POSITIVE_INFINITY) : Number(from),
    ]
    return { repeated: part, least, most }
  }

  const sequence = (): Node => {
    const inOrder: Node[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')') inOrder.push(repeated(atom()))
    return { inOrder }
  }

  const choice = (): Node => {
    const anyOf = [sequence()]
    while (source[at] === '|') {
      at++
      anyOf.push(sequence())
    }
    return { anyOf }
  }

  return choice()
}

const copiesOf = (least: number, most: number) => (most === Number.POSITIVE_INFINITY ? least + 1 : most)

/** An upper bound on the number of steps, computed before any of them is created. */
const sizeOf = (node: Node): number => {
  if ('inOrder' in node) return node.inOrder.reduce((sum, part) => sum + sizeOf(part), 0)
  if ('anyOf' in node) return node.anyOf.reduce((sum, part) => sum + sizeOf(part) + 1, 1)
  if ('repeated' in node) {
    const copies = copiesOf(node.least, node.most)
    // Zero copies of something too large to count would be NaN.
    return copies === 0 ? 0 : copies * (sizeOf(node.repeated) + 2)
  }
  return 1
}

const stepsOf = (root: Node): Step[] => {
  const steps: Step[] = []
  const fork = () => {
    const ways: number[] = []
    steps.push({ ways })
    return ways
  }
  const write = (node: Node): void => {
    if ('inOrder' in node) for (const part of node.inOrder) write(part)
    else if ('anyOf' in node) {
      const ways = fork()
      const exits = node.anyOf.map((part) => {
        ways.push(steps.length)
        write(part)
        return fork()
      })
      for (const exit of exits) exit.push(steps.length)
    } else if ('repeated' in node) {
      const { repeated, least, most } = node
      for (let copy = 0; copy < least; copy++) write(repeated)
      const exits: number[][] = []
      for (let copy = least; copy < copiesOf(least, most); copy++) {
        const begin = steps.length
        const ways = fork()
        ways.push(steps.length)
        exits.push(ways)
        write(repeated)
        if (most === Number.POSITIVE_INFINITY) fork().push(begin)
      }
      for (const exit of exits) exit.push(steps.length)
    } else steps.push(node)
  }
  write(root)
  steps.push({ isEnd: true })
  return steps
}

const run = (steps: readonly Step[], text: string) => {
  const characters = [...text]
  /** The position at which each step was last reached, so that it is followed only once per position. */
  const reachedAt = new Int32Array(steps.length).fill(-1)
  let waiting: number[] = []
  for (let position = 0; position <= characters.length; position++) {
    const [before, after] = [characters[position - 1], characters[position]]
    // A match may begin anywhere.
    const open = [...waiting, 0]
    waiting = []
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      const step = steps[index]
      if (!step || reachedAt[index] === position) continue
      reachedAt[index] = position
      if ('isEnd' in step) return true
      if ('ways' in step) open.push(...step.ways)
      else if ('holds' in step) {
        if (step.holds(before, after)) open.push(index + 1)
      } else if (after !== undefined && step.matches(after)) waiting.push(index + 1)
    }
  }
  return false
}

/** A pattern that is safe to run on any text, or the reason it was refused. */
export const readPattern = (source: string): { pattern: Pattern } | { fault: PatternFault } => {
  if (source.length > longest) return { fault: 'tooLarge' }
  try {
    new RegExp(source, 'u')
  } catch {
    return { fault: 'unreadable' }
  }
  try {
    const root = parse(source)
    if (sizeOf(root) > mostSteps) return { fault: 'tooLarge' }
    const steps = stepsOf(root)
    return { pattern: { source, test: (text) => run(steps, text) } }
  } catch (error) {
    if (error instanceof Unsupported) return { fault: 'unsupported' }
    throw error
  }
}

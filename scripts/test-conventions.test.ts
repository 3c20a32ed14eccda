import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAst } from 'vitest/node'

const root = join(import.meta.dirname, '..')

type Node = { type: string; start: number; end: number; [key: string]: unknown }
type Range = { start: number; end: number }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const childrenOf = (node: Node) => Object.values(node).flat().filter(isNode)

const nodesIn = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(nodesIn)]

const nameOf = (node: unknown) => (node as Node).name

/** The names that a call is made of: it.each(…)(…) gives it and each. */
const wordsOf = (callee: Node): string[] => {
  if (callee.type === 'Identifier') return [String(callee.name)]
  if (callee.type === 'CallExpression') return wordsOf(callee.callee as Node)
  if (callee.type === 'MemberExpression')
    return [...wordsOf(callee.object as Node), ...wordsOf(callee.property as Node)]
  return []
}

/** The array of a table of tests, without the types around it; a named table is looked up. */
const tableOf = (node: Node | undefined, program: Node): Node | undefined => {
  if (node?.type !== 'Identifier') return node?.expression ? tableOf(node.expression as Node, program) : node
  const declared = nodesIn(program).find(({ type, id }) => type === 'VariableDeclarator' && nameOf(id) === node.name)
  return tableOf(declared?.init as Node | undefined, program)
}

/** The names of a table's rows: their first cells. */
const namesIn = (table: Node | undefined): Range[] => {
  if (table?.type !== 'ArrayExpression') return []
  return (table.elements as Node[]).map((row) =>
    row.type === 'ArrayExpression' ? ((row.elements as Node[])[0] ?? row) : row,
  )
}

/** Positions of the titles in a file: the first argument of each test, and the first cells of a table of tests. */
const titlesIn = (program: Node, node = program): Range[] => {
  const inside = childrenOf(node).flatMap((child) => titlesIn(program, child))
  if (node.type !== 'CallExpression') return inside
  const [first, ...others] = wordsOf(node.callee as Node)
  if (first !== 'it' && first !== 'test') return inside
  const [argument] = node.arguments as Node[]
  const isTable = others.includes('each') && (node.callee as Node).type === 'MemberExpression'
  return [...inside, ...(isTable ? namesIn(tableOf(argument, program)) : argument ? [argument] : [])]
}

/** Requirement ids anywhere but in the title of a test that proves them. */
const strayIds = (file: string, text: string) => {
  const lang = file.endsWith('x') ? 'tsx' : 'ts'
  const titles = titlesIn(parseAst(text, { lang }) as unknown as Node)
  return [...text.matchAll(/\b[PBL]-\d{3}\b/g)]
    .filter(({ index }) => !titles.some(({ start, end }) => start <= index && index < end))
    .map(({ 0: id, index }) => `${file}:${text.slice(0, index).split('\n').length} ${id}`)
}

/** What a journey must not do, and what it does instead. */
const detours: [RegExp, string][] = [
  [/\.keyboard\b|\.press\(/, 'presses a key by itself: press() of desk.ts proves that it was taken'],
  [/\.newContext\(/, 'opens a browser context by itself: openDesk signs somebody in there and closes it'],
  [/\.waitForTimeout\(/, 'sleeps: wait for what is to happen'],
]

const detoursIn = (file: string, text: string) =>
  detours.flatMap(([pattern, reason]) => (pattern.test(text) ? [`${file} ${reason}`] : []))

const read = (file: string) => [file, readFileSync(join(root, file), 'utf8')] as const
const files = (...patterns: string[]) => globSync(patterns, { cwd: root }).map(read)
const proofs = files(
  '{apps,packages}/*/src/**/*.test.{ts,tsx}',
  '{apps,packages}/*/src/**/testing*.{ts,tsx}',
  'scripts/*.test.ts',
  'e2e/**/*.ts',
)
const journeys = files('e2e/journeys/*.ts')

it('finds the tests', () => expect([proofs.length > 150, journeys.length > 15]).toEqual([true, true]))

it('has requirement ids only in the titles of tests', () =>
  expect(proofs.flatMap(([file, text]) => strayIds(file, text))).toEqual([]))

it('has journeys that press keys, open desks and wait only through the shared helpers', () =>
  expect(journeys.flatMap(([file, text]) => detoursIn(file, text))).toEqual([]))

const id = ['P', '007'].join('-')

describe('a requirement id', () => {
  it.each([
    ['the title of a test', `it('opens (${id})', () => {})`],
    ['the title of a test that is to fail', `test.fail('opens (${id})', () => {})`],
    ['the title of many tests', `it.each([[1]])('opens %i (${id})', () => {})`],
    [
      'the name of a row of a table with a name',
      `const rows: Row[] = [['one (${id})', 1]]; it.each(rows)('%s', () => {})`,
    ],
    ['the name of a row', `it.each([['one (${id})', 1]] as const)('opens %s', () => {})`],
  ])('is allowed in %s', (_, text) => expect(strayIds('a.test.ts', text)).toEqual([]))

  it.each([
    ['a comment', `// ${id}\nit('opens', () => {})`],
    ['a description', `describe('a door (${id})', () => {})`],
    ['a helper', `const open = () => expect('${id}')`],
    ['the value of a row', `it.each([['one', '${id}']])('opens %s', () => {})`],
  ])('is reported in %s', (_, text) => expect(strayIds('a.test.ts', text)).toHaveLength(1))
})

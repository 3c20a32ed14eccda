import { type Call, isPage, type Page } from '@parada/contract/kit'
import { allCalls, responseProblem } from '@parada/contract/testing'

const problems: string[] = []

const check = (call: Call, response: unknown) => {
  const problem = responseProblem(call, response)
  if (problem) problems.push(`The canned answer to ${call.method} ${call.path} breaks the contract: ${problem}`)
}

/** To be called after every test, because the page may hide a wrong response by how it handles it. */
export const failOnBrokenAnswers = () => {
  const [problem] = problems.splice(0)
  if (problem) throw new Error(problem)
}

/** Records a canned response that no server could give. Calls outside the contract are not checked. */
export const checkCanned = (call: Call, answer: unknown) => {
  if (!allCalls.some((known) => known.call === call) || call.code === 204) return
  if (!isPage(call.response)) return check(call, answer)
  const { rows, beside } = answer as Page<unknown>
  check(call, { [call.response.listKey]: rows, ...(beside as object | undefined) })
}

const patterns = allCalls.map(({ call }) => ({
  call,
  pattern: new RegExp(`^/api${call.path.replaceAll(/:\w+/g, '[^/]+').replace(/\/$/, '/?')}$`),
  literals: call.path.replaceAll(/:\w+/g, '').length,
}))

/** The call of the main API that a request belongs to. A literal path takes precedence over one with parameters. */
const callOf = (method: string, path: string) =>
  patterns
    .filter(({ call, pattern }) => call.base === 'main' && call.method === method && pattern.test(path))
    .sort((a, b) => b.literals - a.literals)[0]?.call

export const checkCannedResponse = (method: string, path: string, response: unknown) => {
  const call = callOf(method, path)
  if (call && call.code !== 204) check(call, response)
}

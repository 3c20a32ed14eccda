import type { Problem } from '@parada/domain/authorization/sheet/cells'

/** The reason why a whole file is rejected. */
export class SheetProblem extends Error {
  readonly said: Problem

  constructor(problem: Problem['problem'], values?: Problem['values']) {
    super(problem)
    this.said = { problem, ...(values && { values }) }
  }
}

export const unreadable = () => new SheetProblem('problems.sheetUnreadable')

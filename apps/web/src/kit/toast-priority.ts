/**
 * Four toasts fit on the screen. The result of the user's own action never waits behind other people's news, and an
 * undo waits for nothing.
 */
export const toastPriority = { news: 0, answer: 1, undo: 2 } as const

/** Four toasts fit. What one did oneself never waits behind the news of others, and a way back waits for nothing. */
export const toastPriority = { news: 0, answer: 1, undo: 2 } as const

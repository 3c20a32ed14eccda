/** The focused element; throws if nothing has the focus. */
export const focused = () => {
  if (document.activeElement instanceof HTMLElement) return document.activeElement
  throw new Error('nothing has the focus')
}

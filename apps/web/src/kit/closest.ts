/** The nearest element around the place of an event that matches. */
export const closest = ({ target }: { target: EventTarget | null }, selector: string) =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null

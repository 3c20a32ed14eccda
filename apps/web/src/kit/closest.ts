/** The event's target or its nearest ancestor that matches the selector. */
export const closest = ({ target }: { target: EventTarget | null }, selector: string) =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null

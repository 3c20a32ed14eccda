/** Focuses a field by name, or the first input inside it. False if it is not on the page. */
export const focusField = (root: HTMLElement | null, field: string) => {
  const frame = root?.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`)
  const inputs = 'input, textarea, select, [tabindex="0"]'
  const input = frame?.matches(inputs) ? frame : frame?.querySelector<HTMLElement>(inputs)
  input?.focus()
  if (input instanceof HTMLInputElement && input.type === 'text') input.select()
  return input !== undefined && input !== null
}

/** The wizard's field for a field of the API. */
export const wizardField = (field: string) => {
  const [name = '', ...rest] = field.replace(/^booking\./, '').split('.')
  if (name === 'bookingBreaks') return `break${rest[0]}`
  const names: Record<string, string> = {
    timeBookingStart: 'when',
    asap: 'when',
    fleet: 'idFleet',
    fleetsFiltered: 'idFleet',
    idCaller: 'phoneNumber',
    idAuthorization: 'userNumber',
    stops: 'stop0',
    messages: 'notes',
  }
  return names[name] ?? name
}

const stepsOfFields: Record<string, 1 | 2> = {
  phoneNumber: 1,
  subscriberCode: 1,
  userNumber: 1,
  origin: 2,
  destination: 2,
  when: 2,
  stop0: 2,
  taxiFeatures: 2,
  notes: 2,
  flightNumber: 2,
  pickupZone: 2,
}

/** The step that a field belongs to. */
export const stepOfField = (field: string) => stepsOfFields[field] ?? 3

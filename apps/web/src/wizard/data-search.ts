/** The one query parameter of the wizard's addresses; the router reads figures as numbers. */
export const dataSearch = ({ data }: Record<string, unknown>): { data?: string } =>
  data === undefined || data === '' ? {} : { data: String(data) }

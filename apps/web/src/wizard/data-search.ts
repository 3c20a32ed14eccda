/** The only query parameter of the wizard's URLs; the router parses digits as a number. */
export const dataSearch = ({ data }: Record<string, unknown>): { data?: string } =>
  data === undefined || data === '' ? {} : { data: String(data) }

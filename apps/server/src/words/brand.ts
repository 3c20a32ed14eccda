const house = '#2563eb'

const isHexColor = (color: string | undefined): color is string => /^#[\da-f]{6}$/i.test(color ?? '')

/** The tenant's colour where it is one, else the house's own. */
export const colorOf = ({ color }: { color?: string | undefined }) => (isHexColor(color) ? color : house)

/** Dark letters where white ones would not be read. */
export const onColor = (color: string) => {
  const [red = 0, green = 0, blue = 0] = (color.slice(1).match(/../g) ?? []).map((part) => Number.parseInt(part, 16))
  return 0.299 * red + 0.587 * green + 0.114 * blue > 150 ? '#111111' : '#ffffff'
}

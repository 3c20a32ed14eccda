const house = '#2563eb'

const isHexColor = (color: string | undefined): color is string => /^#[\da-f]{6}$/i.test(color ?? '')

/** The tenant's colour if it is valid, else Parada's own. */
export const colorOf = ({ color }: { color?: string | undefined }) => (isHexColor(color) ? color : house)

/** Dark text where white would be hard to read. */
export const onColor = (color: string) => {
  const [red = 0, green = 0, blue = 0] = (color.slice(1).match(/../g) ?? []).map((part) => Number.parseInt(part, 16))
  return 0.299 * red + 0.587 * green + 0.114 * blue > 150 ? '#111111' : '#ffffff'
}

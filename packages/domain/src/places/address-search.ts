/** Document 2, section 5: how a typed address is looked up, and how much of one is shown. */
const fewestCharacters = 3
const mostForGeocoder = 8
const suggestionLength = 69
/** Around the stored centre (O2-19). */
export const addressRadiusKm = 100

/** Whether a text is long enough to search for, both in the wizard and in the box of /address. */
export const isWorthSearching = (typed: string) => typed.trim().length >= fewestCharacters

/** How the box of /address looks up a place; undefined if too few letters are typed (O2-18). */
export const addressLookup = (typed: string): 'geocoder' | 'textSearch' | undefined => {
  if (!isWorthSearching(typed)) return undefined
  return typed.trim().length <= mostForGeocoder ? 'geocoder' : 'textSearch'
}

const cutAt = (text: string, most: number) => {
  const letters = [...text]
  return letters.length <= most ? text : `${letters.slice(0, most).join('').trimEnd()}…`
}

/** A suggestion as the list shows it. */
export const shownSuggestion = (text: string) => cutAt(text, suggestionLength)

/** How many characters of an address to show in a window of this width. */
export const addressLength = (windowWidth: number) => {
  if (windowWidth < 400) return 50
  return windowWidth < 1_600 ? 75 : 100
}

export const shownAddress = (text: string, windowWidth: number) => cutAt(text, addressLength(windowWidth))

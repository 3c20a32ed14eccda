/** The greys of the streets, calm enough for taxis and pins to stand out. */
export const streetShades = {
  light: {
    main: '#ffffff',
    road: '#ffffff',
    service: '#fbfbfc',
    farMain: '#b3bac4',
    far: '#ccd1d8',
    mainCasing: '#b3bac4',
    casing: '#ccd1d8',
    walk: '#e9e4ec',
    walkCasing: '#d3ccd9',
    path: '#b9b3c1',
    track: '#d3cfc6',
    arrow: '#a9b0b9',
    ink: '#4b525b',
    halo: '#ffffff',
    water: '#d3dee8',
    green: '#e6eee4',
    built: '#e8eaed',
    building: '#e4e6ea',
    rail: '#cdd2d8',
  },
  dark: {
    main: '#454b54',
    road: '#343940',
    service: '#2c3036',
    farMain: '#4a515a',
    far: '#33383f',
    mainCasing: '#15171a',
    casing: '#17191c',
    walk: '#2b2a30',
    walkCasing: '#18181b',
    path: '#47444e',
    track: '#423f39',
    arrow: '#757d87',
    ink: '#b3bac3',
    halo: '#1a1c1f',
    water: '#14181d',
    green: '#1f2723',
    built: '#24272b',
    building: '#2a2d32',
    rail: '#383d44',
  },
}
export type StreetShades = (typeof streetShades)['light']

type Widths = Record<string, [number, number, number, number, number]>

/** Streets by class, widest first: the width in pixels at each of `zooms`. */
export const streetWidths: Widths = {
  motorway: [1.8, 3.2, 8, 19, 44],
  trunk: [1.7, 3, 7.5, 18, 42],
  primary: [1.5, 2.8, 7, 17, 40],
  secondary: [1.2, 2.3, 6.5, 16, 38],
  tertiary: [0.8, 1.8, 5.5, 14, 35],
  minor: [0.5, 1.1, 4.4, 12, 31],
  pedestrian: [0.4, 0.9, 3.4, 9.5, 26],
  service: [0.3, 0.6, 2.2, 6.5, 18],
}

/** Ways that cars do not use. */
export const otherWidths: Widths = {
  rail: [0.8, 0.8, 1.2, 2.2, 3.1],
  track: [0.8, 0.8, 1.1, 2.1, 2.9],
  path: [0.6, 0.6, 0.8, 1.6, 2.2],
  steps: [1.4, 1.4, 2, 3.8, 5.3],
}

export const zooms = [11, 13, 15, 17, 19]

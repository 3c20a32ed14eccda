import { StartProblem } from '@parada/db/problems'
import type { FastifyBaseLogger } from 'fastify'
import type { Geocoder } from './geocoder.ts'
import { google } from './google.ts'
import { guarded } from './guarded.ts'
import { nominatim } from './nominatim.ts'
import { photon } from './photon.ts'

type GeoSettings = {
  geo: {
    googleUrl?: string | undefined
    googleKey?: string | undefined
    photonUrl?: string | undefined
    nominatimUrl?: string | undefined
  }
}

/** The configured providers, queried alongside the built-in gazetteer. */
export const chooseProviders = ({ geo }: GeoSettings, log: Pick<FastifyBaseLogger, 'warn'>): readonly Geocoder[] => {
  if (geo.googleUrl && !geo.googleKey)
    throw new StartProblem('GOOGLE_GEOCODING_URL is set without GOOGLE_MAPS_KEY: Google needs a key')
  const warn = (details: object, message: string) => log.warn(details, message)
  const googleUrl = geo.googleUrl ?? 'https://maps.googleapis.com/maps/api/geocode/json'
  return [
    ...(geo.googleKey ? [guarded(google(googleUrl, geo.googleKey), { name: 'Google', warn })] : []),
    ...(geo.photonUrl ? [guarded(photon(geo.photonUrl), { name: 'Photon', warn })] : []),
    ...(geo.nominatimUrl
      ? [{ ...guarded(nominatim(geo.nominatimUrl), { name: 'Nominatim', warn }), isBackup: true }]
      : []),
  ]
}

import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ProviderAnswer =
  | { status?: number; body: unknown; headers?: Record<string, string> }
  /** Accepts the request and never responds. */
  | 'silence'
type ProviderRequest = { path: string; query: Record<string, string>; headers: IncomingMessage['headers'] }

/** A local server that responds like a provider; `answer` may be replaced at any time. */
export const testProvider = async (answer: ProviderAnswer) => {
  const state = { answer, asked: [] as ProviderRequest[] }
  const server = createServer((request, response) => {
    const { pathname: path, searchParams } = new URL(request.url ?? '', 'http://provider')
    state.asked.push({ path, query: Object.fromEntries(searchParams), headers: request.headers })
    if (state.answer === 'silence') return
    const { status = 200, body, headers } = state.answer
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { state, url, stop }
}

/** In the jsonv2 format documented at https://nominatim.org/release-docs/latest/api/Output/. */
export const nominatimPlace = {
  place_id: 100149,
  licence: 'Data © OpenStreetMap contributors, ODbL 1.0. https://osm.org/copyright',
  osm_type: 'way',
  osm_id: '107775',
  boundingbox: ['40.4190000', '40.4210000', '-3.7030000', '-3.7000000'],
  lat: '40.4200000',
  lon: '-3.7010000',
  display_name: 'Calle Inventada, Centro, Madrid, 28013, España',
  place_rank: 26,
  category: 'highway',
  type: 'residential',
  addresstype: 'road',
  importance: 0.25,
  name: 'Calle Inventada',
  address: { road: 'Calle Inventada', city: 'Madrid', postcode: '28013', country: 'España', country_code: 'es' },
}

/** In the format documented at https://developers.google.com/maps/documentation/geocoding/requests-geocoding. */
export const googleAnswer = {
  results: [
    {
      address_components: [
        { long_name: '7', short_name: '7', types: ['street_number'] },
        { long_name: 'Calle Inventada', short_name: 'C. Inventada', types: ['route'] },
        { long_name: 'Madrid', short_name: 'Madrid', types: ['locality', 'political'] },
        { long_name: 'España', short_name: 'ES', types: ['country', 'political'] },
        { long_name: '28013', short_name: '28013', types: ['postal_code'] },
      ],
      formatted_address: 'C. Inventada, 7, 28013 Madrid, España',
      geometry: {
        location: { lat: 40.4201, lng: -3.7011 },
        location_type: 'ROOFTOP',
        viewport: { northeast: { lat: 40.4214, lng: -3.6997 }, southwest: { lat: 40.4187, lng: -3.7024 } },
      },
      place_id: 'invented',
      types: ['street_address'],
    },
  ],
  status: 'OK',
}

/** In the format documented at https://github.com/komoot/photon/blob/master/docs/api-v1.md. */
export const photonAnswer = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-3.701, 40.42] },
      properties: {
        osm_type: 'N',
        osm_id: 107775,
        osm_key: 'building',
        osm_value: 'yes',
        type: 'house',
        street: 'Calle Inventada',
        housenumber: '7',
        postcode: '28013',
        city: 'Madrid',
        state: 'Comunidad de Madrid',
        country: 'España',
        countrycode: 'ES',
      },
    },
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-3.702, 40.421] },
      properties: {
        osm_type: 'W',
        osm_key: 'highway',
        type: 'street',
        name: 'Calle Inventada',
        city: 'Madrid',
        country: 'España',
      },
    },
  ],
}

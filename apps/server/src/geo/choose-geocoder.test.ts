import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { chooseProviders } from './choose-geocoder.ts'

const log = { warn: () => {} }
const choose = (environment: Record<string, string>) => chooseProviders(readConfig(environment), log)

it.each<[string, Record<string, string>, number]>([
  ['none by default', {}, 0],
  ['none for empty settings', { NOMINATIM_URL: '', PHOTON_URL: '', GOOGLE_GEOCODING_URL: '', GOOGLE_MAPS_KEY: '' }, 0],
  ['Nominatim by its address', { NOMINATIM_URL: 'https://nominatim.example.org' }, 1],
  ['Google by its key', { GOOGLE_MAPS_KEY: 'key' }, 1],
  ['Photon by its address', { PHOTON_URL: 'https://photon.example.org' }, 1],
  [
    'all together',
    {
      NOMINATIM_URL: 'https://nominatim.example.org',
      PHOTON_URL: 'https://photon.example.org',
      GOOGLE_MAPS_KEY: 'key',
    },
    3,
  ],
])('chooses %s', (_, environment, count) => expect(choose(environment)).toHaveLength(count))

it.each<[string, Record<string, string>, string]>([
  ['an invalid address', { NOMINATIM_URL: 'nominatim' }, 'NOMINATIM_URL'],
  ['an invalid Photon address', { PHOTON_URL: 'photon' }, 'PHOTON_URL'],
  ['another protocol', { NOMINATIM_URL: 'file:///etc/passwd' }, 'NOMINATIM_URL'],
  ['Google without a key', { GOOGLE_GEOCODING_URL: 'https://maps.example.org/json' }, 'GOOGLE_MAPS_KEY'],
])('rejects %s and names the setting', (_, environment, name) => expect(() => choose(environment)).toThrow(name))

import { straightLineMetres } from '@parada/domain/places/geo'
import { describe, expect, it } from 'vitest'
import { allPlaces } from './locations.ts'
import { placesByCity } from './places.ts'

const spain = [
  { name: 'peninsula', south: 35.9, north: 43.8, west: -9.4, east: 3.4 },
  { name: 'Balearics', south: 38.6, north: 40.2, west: 1.1, east: 4.4 },
  { name: 'Canaries', south: 27.6, north: 29.5, west: -18.2, east: -13.3 },
  { name: 'Ceuta', south: 35.86, north: 35.93, west: -5.39, east: -5.26 },
  { name: 'Melilla', south: 35.26, north: 35.33, west: -2.98, east: -2.91 },
]

// The capital of each province and the two autonomous cities.
const capitals = `A Coruña,Albacete,Alicante,Almería,Badajoz,Barcelona,Bilbao,Burgos,Castellón de la Plana,Ceuta,
  Ciudad Real,Cuenca,Cáceres,Cádiz,Córdoba,Donostia-San Sebastián,Girona,Granada,Guadalajara,Huelva,Huesca,Jaén,
  Las Palmas de Gran Canaria,León,Lleida,Logroño,Lugo,Madrid,Melilla,Murcia,Málaga,Ourense,Oviedo,Palencia,Palma,
  Pamplona,Pontevedra,Salamanca,Santa Cruz de Tenerife,Santander,Segovia,Sevilla,Soria,Tarragona,Teruel,Toledo,
  Valencia,Valladolid,Vitoria-Gasteiz,Zamora,Zaragoza,Ávila`
  .split(',')
  .map((name) => name.trim())

describe('the gazetteer', () => {
  it('has at least 330 places', () => expect(allPlaces.length).toBeGreaterThanOrEqual(330))

  it('has the capital of every province', () =>
    expect(capitals.filter((capital) => !(capital in placesByCity))).toEqual([]))

  it('has only places in Spain', () => {
    const outside = allPlaces.filter(
      ({ lat, lon }) =>
        !spain.some(({ south, north, west, east }) => lat > south && lat < north && lon > west && lon < east),
    )
    expect(outside).toEqual([])
  })

  it.each(Object.entries(placesByCity))('has no name twice among the places of %s', (_, rows) => {
    const names = rows.map(([, name]) => name)
    expect(names).toEqual([...new Set(names)])
  })

  it.each(Object.keys(placesByCity))('keeps the places of %s within 40 km of each other', (city) => {
    const places = allPlaces.filter((place) => place.city === city)
    const widest = Math.max(...places.flatMap((one) => places.map((other) => straightLineMetres(one, other) / 1_000)))
    expect(widest).toBeLessThan(40)
  })

  it('has no two places on the same spot', () => {
    const spots = allPlaces.map(({ lat, lon }) => `${lat} ${lon}`)
    expect(spots.length).toBe(new Set(spots).size)
  })
})

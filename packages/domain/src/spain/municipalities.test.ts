import { describe, expect, it } from 'vitest'
import { municipalitiesOf, municipalityName, placeProblem } from './municipalities.ts'
import { provinceName, provinces } from './provinces.ts'

describe('Provinces and municipalities', () => {
  it('cover all of Spain', () => {
    const all = provinces.flatMap(({ code }) => municipalitiesOf(code).map((place) => `${code}${place.code}`))
    expect(provinces).toHaveLength(52)
    expect(new Set(all).size).toBe(8_131)
    expect(all.every((code) => /^\d{5}$/.test(code))).toBe(true)
  })

  it.each([
    ['28', '079', 'Madrid', 'Madrid'],
    ['29', '067', 'Málaga', 'Málaga'],
    ['48', '020', 'Bizkaia', 'Bilbao'],
    ['08', '019', 'Barcelona', 'Barcelona'],
    ['52', '001', 'Melilla', 'Melilla'],
  ])('use the codes of the statistics office: %s %s', (province, municipality, provinceIs, municipalityIs) => {
    expect(provinceName(province)).toBe(provinceIs)
    expect(municipalityName(province, municipality)).toBe(municipalityIs)
  })

  it('are sorted by name, ignoring accents', () => {
    const names = municipalitiesOf('28').map(({ name }) => name)
    expect(names.indexOf('Ajalvir')).toBeLessThan(names.indexOf('Alcorcón'))
    expect(names.indexOf('Móstoles')).toBeLessThan(names.indexOf('Navacerrada'))
  })

  it.each([
    ['nothing', '', '', undefined],
    ['both', '28', '079', undefined],
    ['no municipality', '28', '', 'problems.municipalityRequired'],
    ['a municipality of another province', '51', '079', 'problems.municipalityElsewhere'],
    ['a municipality without its province', '', '079', 'problems.provinceUnknown'],
    ['an unknown province', '53', '001', 'problems.provinceUnknown'],
    ['the name of a member of objects', 'toString', '001', 'problems.provinceUnknown'],
  ])('are checked together: %s', (_, province, municipality, problem) =>
    expect(placeProblem(province, municipality)).toBe(problem),
  )
})

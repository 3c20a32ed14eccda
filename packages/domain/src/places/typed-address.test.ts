import { expect, it } from 'vitest'
import { readCorners, readHouse, withHouse, wordsOf, writtenOut } from './typed-address.ts'

it.each([
  ['C/ Ancha', 'calle ancha'],
  ['Cl. Ancha', 'calle ancha'],
  ['c/Ancha', 'calle ancha'],
  ['Avda. Portugal', 'avenida portugal'],
  ['Av. Portugal', 'avenida portugal'],
  ['Pza. Mayor', 'plaza mayor'],
  ['Pl. Mayor', 'plaza mayor'],
  ['Pº San Roque', 'paseo san roque'],
  ['P.º San Roque', 'paseo san roque'],
  ['Ctra. Burgos', 'carretera burgos'],
  ['Gta. Sierra', 'glorieta sierra'],
  ['C/ Ancha nº 12B', 'calle ancha 12b'],
  ['Ancha nº12, n.º 13', 'ancha 12 13'],
  ['calle pl', 'calle pl'],
  ['', ''],
])('expands %j to %j', (typed, written) => expect(writtenOut(typed)).toBe(written))

it.each([
  ['calle de la Ancha', ['calle', 'ancha']],
  ['Nº 5', ['5']],
])('reads the words of %j', (text, words) => expect(wordsOf(text)).toEqual(words))

it.each([
  ['ancha 12', '12'],
  ['ancha, 12, cádiz', '12'],
  ['ancha nº 12', '12'],
  ['ancha nº12', '12'],
  ['ancha 12B', '12B'],
  ['ancha 12 bis', '12 bis'],
  ['ancha 12-14', '12-14'],
  ['calle 3 de abril 5', '5'],
  ['3 de abril', undefined],
  ['ancha 3º', undefined],
  ['ancha 11001', undefined],
  ['ancha', undefined],
])('reads the house number in %j as %j', (typed, house) => expect(readHouse(typed)).toBe(house))

it.each([
  ['Calle Ancha, Cádiz', 'Calle Ancha, 12, Cádiz'],
  ['Calle de Eva, la Libre, Cádiz', 'Calle de Eva, la Libre, 12, Cádiz'],
  ['Calle Ancha', 'Calle Ancha, 12'],
])('inserts a house number into %j', (address, whole) => expect(withHouse(address, '12')).toBe(whole))

const corner = (first: string, second: string) => ({ first: first.split(' '), second: second.split(' ') })

it.each([
  ['Ancha esquina San José', [corner('ancha', 'san jose')]],
  ['Ancha esquina con San José', [corner('ancha', 'san jose')]],
  ['Ancha esq. San José', [corner('ancha', 'san jose')]],
  ['Ancha y San José', [corner('ancha', 'san jose')]],
  ['Ancha con San José, Cádiz', [corner('ancha', 'san jose cadiz')]],
  ['Ancha / San José', [corner('ancha', 'san jose')]],
  ['Ancha/San José', [corner('ancha', 'san jose')]],
  ['C/ Ancha / C/ San José', [corner('calle ancha', 'calle san jose')]],
  ['c/Ancha y avda/ Portugal', [corner('calle ancha', 'avenida portugal')]],
  ['Ramón y Cajal y Ancha', [corner('ramon', 'cajal ancha'), corner('ramon cajal', 'ancha')]],
  ['Ramón y Cajal esquina Ancha', [corner('ramon cajal', 'ancha')]],
  ['Ramón y Cajal 21', []],
  ['C/ Ancha', []],
  ['Ancha esquina', []],
  ['Ancha y ', []],
  ['y', []],
])('reads the corners in %j', (typed, corners) => expect(readCorners(typed)).toEqual(corners))

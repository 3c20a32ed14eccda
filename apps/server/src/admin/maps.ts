import { resolve } from 'node:path'
import { MapProblem } from '../maps/map-file.ts'
import { addMap, ownMaps, removeMap } from '../maps/map-files.ts'
import { readArguments } from './arguments.ts'
import { fileCommand } from './command.ts'
import { Refused } from './refused.ts'
import { tableOf } from './table.ts'

const add = fileCommand('map add', {
  usage: '<file.pmtiles | file.mbtiles>',
  about:
    'serves a map of your own beside the embedded streets, once it was found whole; one of the same name is replaced',
  runIn: async (args, { typedIn, home }) => {
    const { words } = readArguments(args, { words: 1 })
    const [file = ''] = words
    const { name } = await addMap(home, resolve(typedIn, file)).catch((error) => {
      throw error instanceof MapProblem ? new Refused(`${file} cannot be added: ${error.message}`) : error
    })
    return `Map ${name} added: pages that are opened from now on draw it`
  },
})

const list = fileCommand('map list', {
  usage: '',
  about: 'lists the maps that were added, with their area and zooms',
  runIn: async (args, { home }) => {
    readArguments(args, { words: 0 })
    const maps = await ownMaps(home)
    if (maps.length === 0) return 'No map was added: the embedded streets are drawn'
    const rows = maps.map(({ name, bounds, minZoom, maxZoom }) => [
      name,
      bounds.map((degrees) => degrees.toFixed(3)).join(' '),
      `${minZoom} to ${maxZoom}`,
    ])
    return tableOf(['name', 'west, south, east, north', 'zooms'], rows)
  },
})

const remove = fileCommand('map remove', {
  usage: '<name>',
  about: 'removes a map that was added',
  runIn: async (args, { home }) => {
    const { words } = readArguments(args, { words: 1 })
    const [name = ''] = words
    if (!(await removeMap(home, name))) throw new Refused(`There is no map ${name}: see npm run admin -- map list`)
    return `Map ${name} removed`
  },
})

export const mapCommands = [add, list, remove]

import { rotateKey } from '@parada/db/installation/keep-secrets'
import { readArguments } from './arguments.ts'
import { command } from './command.ts'
import { Refused } from './refused.ts'

const rotate = command('secrets rotate', {
  usage: '',
  about:
    'encrypts the secrets of all tenants with a new key; servers may go on working, and a call that was killed is taken up',
  read: (args) => readArguments(args, { words: 0 }),
  run: async (database) => {
    const rotated = await rotateKey(database)
    if ('isKeyMissing' in rotated)
      throw new Refused(
        'PARADA_KEY has no new key: write it as new,old for every server and this command, then call it again',
      )
    const { done, isBegun, current } = rotated
    const begun = isBegun ? ' An earlier call had begun with this key.' : ''
    const left = database.secrets.isGiven
      ? 'Take the old key out of PARADA_KEY now.'
      : `It is in ${database.secrets.file}.`
    return `${done} secrets are encrypted with the new key ${current}.${begun} ${left} Backups made before need the old key`
  },
})

export const secretCommands = [rotate]

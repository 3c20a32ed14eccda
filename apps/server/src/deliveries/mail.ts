import { join } from 'node:path'
import type { Mail } from '@parada/db/queries/outbox'
import { codeOf, messageOf } from '@parada/domain/errors'
import { membersOf } from '@parada/domain/objects'
import { createTransport } from 'nodemailer'
import { intoFile } from './into-file.ts'
import { givingUpAfter, type Send, Undeliverable } from './outbox-worker.ts'

type MailSettings = { home: string; mail: { smtpUrl?: string | undefined; from: string } }

/** About half a day, enough to repair a mail server. */
const mostAttempts = 20

/** Mail servers and people can recognise a repeated mail by its Message-ID. */
const letterOf = (config: MailSettings, id: number, { attachments = [], ...mail }: Mail) => ({
  ...mail,
  from: config.mail.from,
  messageId: `<parada-${id}@${config.mail.from.match(/@([^>\s]+)/)?.[1] ?? 'parada.example'}>`,
  attachments: attachments.map(({ base64, ...attachment }) => ({
    ...attachment,
    content: Buffer.from(base64, 'base64'),
  })),
})

const overSmtp = (config: MailSettings, url: string): Send<'mail'> => {
  const transport = createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 })
  return async (id, mail) => {
    try {
      await transport.sendMail(letterOf(config, id, mail))
    } catch (error) {
      const { responseCode } = membersOf(error)
      const isRefused = typeof responseCode === 'number' && responseCode >= 500
      // A permanent refusal. Wrong credentials do not count, because they are our own mistake and can be corrected.
      if (isRefused && codeOf(error) !== 'EAUTH') throw new Undeliverable(messageOf(error))
      throw error
    }
  }
}

/** Without a mail server each mail becomes a file that any mail program opens. */
const intoFiles = (config: MailSettings): Send<'mail'> => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return async (id, mail) => {
    const { message } = await transport.sendMail(letterOf(config, id, mail))
    await intoFile(join(config.home, 'mail'), id, 'eml', message as Buffer)
  }
}

export const mailer = (config: MailSettings) =>
  givingUpAfter(mostAttempts, config.mail.smtpUrl ? overSmtp(config, config.mail.smtpUrl) : intoFiles(config))

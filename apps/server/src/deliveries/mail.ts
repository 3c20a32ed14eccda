import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mail } from '@parada/db/queries/outbox'
import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'

/** Sends one mail; the same id twice is the same mail, which mail servers and people can tell by its Message-ID. */
export type SendMail = (id: number, mail: Mail) => Promise<void>

const messageOf = (config: Config, id: number, mail: Mail) => ({
  ...mail,
  from: config.mail.from,
  messageId: `<parada-${id}@${config.mail.from.match(/@([^>\s]+)/)?.[1] ?? 'parada.example'}>`,
})

const overSmtp = (config: Config, url: string): SendMail => {
  const transport = createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 })
  return async (id, mail) => {
    await transport.sendMail(messageOf(config, id, mail))
  }
}

/** Without a mail server each mail becomes a file that any mail program opens. */
const intoFiles = (config: Config): SendMail => {
  const folder = join(config.home, 'mail')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return async (id, mail) => {
    const { message } = await transport.sendMail(messageOf(config, id, mail))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, `${String(id).padStart(8, '0')}.eml`)
    await writeFile(`${file}.part`, message as Buffer)
    await rename(`${file}.part`, file)
  }
}

export const mailer = (config: Config) =>
  config.mail.smtpUrl ? overSmtp(config, config.mail.smtpUrl) : intoFiles(config)

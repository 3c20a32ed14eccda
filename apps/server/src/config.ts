import { join, resolve } from 'node:path'
import { StartProblem } from '@parada/db/problems'
import { defaultQuotas, mostPerDay } from '@parada/domain/message-quota'
import { z } from 'zod'
import { authorityIn, certificatesIn } from './certificates.ts'

const optional = z
  .string()
  .optional()
  .transform((text) => (text === '' ? undefined : text))

const httpAddress = z
  .union([z.literal(''), z.url({ protocol: /^https?$/ })])
  .optional()
  .transform((text) => text || undefined)

/** The bucket for images: key, secret and bucket in one URL. */
const bucketAddress = httpAddress.refine((text) => {
  if (text === undefined) return true
  const { username, password, pathname } = new URL(text)
  return username !== '' && password !== '' && /^\/[^/]+\/?$/.test(pathname)
}, 'write it as https://key:secret@host/bucket')

const perDay = (limit: number) => z.coerce.number().int().min(1).max(mostPerDay).default(limit)

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(4300),
  HOST: z.string().default('localhost'),
  /** Where an embedded installation keeps its data, mail and logs. */
  PARADA_HOME: z.string().default('.parada'),
  DATABASE_URL: optional,
  DATABASE_APP_URL: optional,
  /** The key that encrypts the secrets in the database, or the file that holds it, if not PARADA_HOME/secret-key. */
  PARADA_KEY: optional,
  PARADA_KEY_FILE: optional,
  /** The tenant of hosts without a tenant's label (localhost, an IP address). */
  DEFAULT_TENANT: z.string().default('demo'),
  /** Number of past bookings in the demo data. */
  PARADA_DEMO_HISTORY: z.coerce.number().int().min(0).max(1_000_000).default(50_000),
  /** The public address, for links in mails; {sd} in it stands for the tenant. */
  PUBLIC_URL: optional,
  SMTP_URL: optional,
  MAIL_FROM: z.string().default('Parada <no-reply@parada.example>'),
  /** Where document images are kept, if not in PARADA_HOME (docs/operate.md). */
  S3_URL: bucketAddress,
  /** The URL that SMS are posted to (docs/operate.md). */
  SMS_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).optional(),
  SMS_TOKEN: optional,
  SMS_FROM: z.string().default('Parada'),
  /** Limits on SMS and mails per day (docs/operate.md). */
  SMS_PER_BOOKING: perDay(defaultQuotas.sms.booking),
  SMS_PER_USER: perDay(defaultQuotas.sms.user),
  SMS_PER_TENANT: perDay(defaultQuotas.sms.tenant),
  MAILS_PER_BOOKING: perDay(defaultQuotas.mail.booking),
  MAILS_PER_USER: perDay(defaultQuotas.mail.user),
  MAILS_PER_TENANT: perDay(defaultQuotas.mail.tenant),
  /**
   * Where the simulator listens as the fleets' own systems; without it, the server starts a simulator of its own if it
   * needs one.
   */
  SIMULATOR_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).optional(),
  NOMINATIM_URL: httpAddress,
  PHOTON_URL: httpAddress,
  GOOGLE_GEOCODING_URL: httpAddress,
  GOOGLE_MAPS_KEY: optional,
  /** OSRM server for routes outside the shipped cities. */
  ROUTING_URL: httpAddress,
  /**
   * Style of the base map ('off' shows the embedded streets only), and the other origins it loads tiles and sprites
   * from.
   */
  MAP_STYLE_URL: z.union([z.literal('off'), httpAddress]),
  MAP_ORIGINS: optional,
  /** The authority's register of route sheets, and the folder with the certificates for it (docs/route-sheets.md). */
  REGISTER_URL: httpAddress,
  REGISTER_PROTOCOL: z.enum(['rest', 'soap']).default('rest'),
  REGISTER_CERTIFICATES: optional,
  /** CA certificate of the register, if Node does not trust it already. */
  REGISTER_CA: optional,
  STOMP_URL: optional,
  AMQP_URL: optional,
  /** The secret part of the URL at which RabbitMQ asks who may subscribe. */
  RABBITMQ_AUTH_SECRET: optional,
  /** Limits on live connections per user and per address; a whole call centre may share an address. */
  LIVE_PER_USER: z.coerce.number().int().min(1).max(1_000_000).default(100),
  LIVE_PER_ADDRESS: z.coerce.number().int().min(1).max(1_000_000).default(2_000),
  API_MAIN: z.string().default('/api'),
  API_PROCESSOR: z.string().default('/api/processor'),
  API_PARKING: z.string().default('/api/parking'),
  API_MOBILITY: z.string().default('/api/mobility'),
  API_TRANSPORT: z.string().default('/api/transport'),
  /** Comma-separated addresses of the proxies whose word on the client's address is trusted. */
  TRUST_PROXY: optional,
  METRICS_TOKEN: optional,
  /** How long security events are kept. */
  SECURITY_EVENT_DAYS: z.coerce.number().int().min(7).max(3_650).default(180),
  /** Time limit for a request to arrive, head and body. */
  REQUEST_SECONDS: z.coerce.number().int().min(1).max(600).default(30),
  /** Maximum lifetime of a session, even while it is in use. */
  SESSION_MAX_HOURS: z.coerce.number().min(1).max(720).default(24),
  /** Folder of the web application, if it is built elsewhere. */
  WEB_FOLDER: z.string().default(join(import.meta.dirname, '../../web/dist')),
  /** 'stdout', or by default a file in PARADA_HOME. */
  LOG: z.enum(['stdout', 'file']).default('file'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

/** OpenStreetMap from a free service that needs no key; style, tiles and sprites share one host. */
const openFreeMap = {
  light: 'https://tiles.openfreemap.org/styles/positron',
  dark: 'https://tiles.openfreemap.org/styles/dark',
}

/** The styles of the base map, and every origin it may load from. */
const mapOf = ({ MAP_STYLE_URL: url, MAP_ORIGINS: others }: z.infer<typeof Environment>) => {
  if (url === 'off') return { styles: undefined, origins: [] }
  const styles = url
    ? { light: url.replaceAll('{scheme}', 'light'), dark: url.replaceAll('{scheme}', 'dark') }
    : openFreeMap
  const named = others?.split(/[\s,]+/).filter((origin) => URL.canParse(origin)) ?? []
  const origins = [styles.light, styles.dark, ...named].map((address) => new URL(address).origin)
  return { styles, origins: [...new Set(origins)] }
}

export type Config = ReturnType<typeof readConfig>

/** Validates the environment. Throws a one-line StartProblem that names the wrong setting. */
export const readConfig = (environment: Record<string, string | undefined>) => {
  const read = Environment.safeParse(environment)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new StartProblem(`Setting ${issue?.path.join('.')} is wrong: ${issue?.message}`)
  }
  const env = read.data
  return {
    port: env.PORT,
    host: env.HOST,
    home: resolve(env.PARADA_HOME),
    databaseUrl: env.DATABASE_URL,
    databaseAppUrl: env.DATABASE_APP_URL,
    keys: { key: env.PARADA_KEY, ...(env.PARADA_KEY_FILE && { file: resolve(env.PARADA_KEY_FILE) }) },
    defaultTenant: env.DEFAULT_TENANT,
    demoHistory: env.PARADA_DEMO_HISTORY,
    publicUrl: env.PUBLIC_URL,
    s3Url: env.S3_URL,
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    sms: { url: env.SMS_URL || undefined, token: env.SMS_TOKEN, from: env.SMS_FROM },
    quotas: {
      sms: { booking: env.SMS_PER_BOOKING, user: env.SMS_PER_USER, tenant: env.SMS_PER_TENANT },
      mail: { booking: env.MAILS_PER_BOOKING, user: env.MAILS_PER_USER, tenant: env.MAILS_PER_TENANT },
    },
    simulatorUrl: env.SIMULATOR_URL || undefined,
    geo: {
      nominatimUrl: env.NOMINATIM_URL,
      photonUrl: env.PHOTON_URL,
      googleUrl: env.GOOGLE_GEOCODING_URL,
      googleKey: env.GOOGLE_MAPS_KEY,
    },
    routingUrl: env.ROUTING_URL,
    map: mapOf(env),
    register: {
      url: env.REGISTER_URL,
      protocol: env.REGISTER_PROTOCOL,
      certificates: certificatesIn(env.REGISTER_CERTIFICATES),
      authority: env.REGISTER_CA === undefined ? undefined : authorityIn(env.REGISTER_CA),
    },
    certificatesFolder: env.REGISTER_CERTIFICATES,
    broker: { stompUrl: env.STOMP_URL, amqpUrl: env.AMQP_URL, authSecret: env.RABBITMQ_AUTH_SECRET },
    live: { perUser: env.LIVE_PER_USER, perAddress: env.LIVE_PER_ADDRESS },
    apiBases: {
      main: env.API_MAIN,
      processor: env.API_PROCESSOR,
      parking: env.API_PARKING,
      mobility: env.API_MOBILITY,
      transport: env.API_TRANSPORT,
    },
    trustProxy: env.TRUST_PROXY ?? false,
    metricsToken: env.METRICS_TOKEN,
    securityEventDays: env.SECURITY_EVENT_DAYS,
    requestMs: env.REQUEST_SECONDS * 1_000,
    sessionMaxMs: env.SESSION_MAX_HOURS * 3_600_000,
    webFolder: env.WEB_FOLDER,
    log: { to: env.LOG, level: env.LOG_LEVEL },
  }
}

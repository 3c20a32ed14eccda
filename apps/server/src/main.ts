import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isFilled } from '@parada/db/installation/filled'
import { keepSecrets } from '@parada/db/installation/keep-secrets'
import { makeHomePrivate, makePrivate } from '@parada/db/installation/private-files'
import { prepareHome } from '@parada/db/installation/secrets'
import { openDatabase } from '@parada/db/open'
import { StartProblem } from '@parada/db/problems'
import { scheduleInvoices } from '@parada/db/queries/invoices'
import { tidySecurityEvents } from '@parada/db/queries/security-events'
import { tidy } from '@parada/db/queries/sessions'
import { codeOf } from '@parada/domain/errors'
import { pino } from 'pino'
import { readConfig } from './config.ts'
import { mailer } from './deliveries/mail.ts'
import { startOutboxWorker } from './deliveries/outbox-worker.ts'
import { passwordLinks } from './deliveries/password-links.ts'
import { smsSender } from './deliveries/sms.ts'
import { imageStore } from './documents/image-store.ts'
import { chooseProviders } from './geo/choose-geocoder.ts'
import { mountOf } from './http/bind.ts'
import { watchDisk } from './http/disk.ts'
import { monthlyInvoices } from './invoices/monthly.ts'
import { chooseBroker, rabbitSettings } from './live/choose-broker.ts'
import { startRelay } from './live/relay.ts'
import { freedImageRemover } from './privacy/remove-images.ts'
import { chooseRegister, registerOf } from './route-sheets/choose-register.ts'
import { registerCaller, sheetFollower } from './route-sheets/send.ts'
import { createServer, liveOptions, longestCallMs, stopServing } from './server.ts'
import { tellBrokenForms } from './start/broken-forms.ts'
import { exposesDemo, exposureWarning } from './start/demo-exposure.ts'
import { fillInstallation, resetInstallation } from './start/installation.ts'
import { logFile } from './start/log-file.ts'
import { readStartOptions } from './start/options.ts'
import { portOf } from './start/port.ts'
import { handOverLinks } from './start/simulator-links.ts'
import { simulatorUrlFor, startSimulator } from './start/simulator-process.ts'
import { welcome } from './start/welcome.ts'
import { startDispatcher } from './suppliers/dispatcher.ts'
import { promoPayer } from './wallet/promos.ts'

const say = (line: string) => console.log(line)

const makeLogger = ({ log, home }: ReturnType<typeof readConfig>) => {
  if (log.to === 'stdout') return pino({ level: log.level })
  const file = logFile(join(home, 'server.log'))
  process.once('exit', file.end)
  return pino({ level: log.level }, file)
}

/** Removes other users' access rights that an earlier start, or a copy of the files, left behind. */
const guardFiles = ({ home, certificatesFolder }: ReturnType<typeof readConfig>) => {
  prepareHome(home)
  const open = [...makeHomePrivate(home), ...(certificatesFolder ? makePrivate(certificatesFolder) : [])]
  if (open.length > 0)
    say(`Others on this machine may be able to look into ${open[0]}: see “Who may read the files” in docs/operate.md`)
}

const listen = async (app: Awaited<ReturnType<typeof createServer>>, host: string, port: number) => {
  try {
    // With a short backlog, some of a thousand desks that reconnect at once would be dropped and try again seconds
    // later.
    await app.listen({ host, port, backlog: 4_096 })
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE')
      throw new StartProblem(
        `Port ${port} is taken by another program. Start with another one: PORT=${port + 1} npm start`,
      )
    throw error
  }
}

/**
 * Callbacks that end what has been started so far. All run at once; the database closes after them, when nothing uses
 * it any more.
 */
const endings: (() => unknown)[] = []
let closeDatabase = async () => {}
let isStopping = false
let stoppingSince = 0

/** The program that keeps this server running restarts it after a crash, but not when it was asked to stop. */
const tellKeeper = (parada: 'serving' | 'stopping') => {
  if (process.connected) process.send?.({ parada }, undefined, undefined, () => {})
}

const end = async () => {
  const ended = Promise.allSettled(endings.splice(0).map(async (one) => one()))
  await Promise.race([ended, wait(longestCallMs + 1_000)])
  await closeDatabase()
}

const start = async () => {
  const options = readStartOptions(process.argv.slice(2))
  const given = readConfig(process.env)
  const rabbit = rabbitSettings(given)
  if (options.reset) await resetInstallation(given, say)
  guardFiles(given)
  const database = await openDatabase({
    home: given.home,
    databaseUrl: given.databaseUrl,
    appUrl: given.databaseAppUrl,
    keys: given.keys,
    log: say,
    isStopping: () => isStopping,
  })
  closeDatabase = database.close
  // On an external database, demo users with known passwords are created only on request.
  const wantsDemo = options.demo || (!options.empty && !given.databaseUrl)
  const isExposed = await exposesDemo(database, { host: given.host, isAskedFor: options.demo, wantsDemo })
  if (options.demo && !isExposed && (await isFilled(database)))
    say('--demo does nothing here: this database was started before, and keeps what it has.')
  await fillInstallation(database, { wantsDemo, history: given.demoHistory, images: imageStore(given) }, say)
  const unreadable = await keepSecrets(database)
  if (unreadable > 0)
    say(`${unreadable} secrets of partners cannot be opened by any key that is here: link those partners again.`)
  if (isStopping) return

  const ownSimulator = await simulatorUrlFor(given, options, database)
  const simulatorUrl = ownSimulator ?? given.simulatorUrl
  const config = { ...given, simulatorUrl, register: registerOf(given, simulatorUrl) }
  const logger = makeLogger(config)
  const background = { ...database, ...database.aside }
  const senders = {
    mail: mailer(config),
    sms: smsSender(config),
    invoices: monthlyInvoices(background, () => new Date(), logger),
    promo: promoPayer(background, () => new Date()),
    freedImages: freedImageRemover(background, imageStore(config)),
    passwordLink: passwordLinks(background, () => new Date()),
    routeSheets: sheetFollower(background, () => new Date()),
    register: registerCaller(
      background,
      chooseRegister(config, () => new Date()),
      () => new Date(),
    ),
  }
  const worker = startOutboxWorker(background, senders, logger)
  endings.push(worker.stop)
  const disk = watchDisk(config.home, logger)
  endings.push(disk.stop)
  const dependencies = { config, database, now: () => new Date(), disk }
  const dispatcher = startDispatcher(background, dependencies, logger)
  endings.push(dispatcher.stop)
  const app = await createServer({
    dependencies,
    placeProviders: chooseProviders(config, logger),
    logger,
    webFolder: config.webFolder,
    version: process.env.npm_package_version ?? '0.1.0',
  })
  endings.push(() => stopServing(app))
  const broker = await chooseBroker(app, rabbit, liveOptions(dependencies, logger))
  const relay = startRelay(background, broker, logger)
  endings.push(broker.close, relay.stop)
  await relay.ready
  const lookAfter = async () => {
    await tidy(database.db)
    await tidySecurityEvents(database.db, config.securityEventDays)
    await scheduleInvoices(database.db)
  }
  const tidying = setInterval(
    () => lookAfter().catch((error) => logger.warn({ err: error }, 'Tidying failed')),
    3_600_000,
  )
  endings.push(() => clearInterval(tidying))

  await listen(app, config.host, config.port)
  await handOverLinks(database, config, `${app.listeningOrigin}${mountOf({ base: 'main' })}`)
  if (ownSimulator) endings.push(startSimulator(config, options.simulator, logger))
  await lookAfter()
  await tellBrokenForms(database, logger, say)
  say(await welcome({ ...config, port: portOf(app.server) }, database, ownSimulator !== undefined))
  const locked = database.secrets.problem()
  if (locked) console.error(`WARNING: ${locked}`)
  if (isExposed) console.error(exposureWarning(config.host))
  tellKeeper('serving')
}

const starting = start().catch(async (error) => {
  await end()
  console.error(error instanceof StartProblem ? `Parada did not start: ${error.message}` : error)
  process.exit(1)
})

/** Lets a start under way finish first, because what it has begun cannot be ended half-way. */
const stop = async () => {
  // A second request after a while means that somebody does not want to wait. One that follows at once is the same
  // request, passed on by npm.
  if (isStopping && Date.now() - stoppingSince > 2_000) process.exit(1)
  if (isStopping) return
  isStopping = true
  stoppingSince = Date.now()
  tellKeeper('stopping')
  await starting
  await end()
  process.exit(0)
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
// Without the parent process, nobody would stop this one.
process.on('disconnect', stop)

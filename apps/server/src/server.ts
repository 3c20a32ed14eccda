import { contract } from '@parada/contract/contract'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { setQuotas } from './deliveries/quotas.ts'
import { imageStore } from './documents/image-store.ts'
import { findTexts } from './exports/texts.ts'
import { addressHandlers } from './features/addresses/addresses.ts'
import { assistanceHandlers } from './features/assistance/assistance.ts'
import { authorizationFormHandlers, authorizationHandlers } from './features/authorizations/authorizations.ts'
import { authorizationSheetHandlers } from './features/authorizations/sheets.ts'
import { serviceHandlers } from './features/booking-actions/booking-actions.ts'
import { bookingHandlers, cardHandlers, fleetBreakHandlers } from './features/booking-closing/booking-closing.ts'
import { bookingContactHandlers } from './features/booking-contacts/booking-contacts.ts'
import { callerHandlers } from './features/callers/callers.ts'
import { documentHandlers } from './features/documents/documents.ts'
import { finishedBookingHandlers } from './features/finished-bookings/finished-bookings.ts'
import { fleetVehicleHandlers } from './features/fleet-vehicles/fleet-vehicles.ts'
import { fleetHandlers } from './features/fleets/fleets.ts'
import { heatMapHandlers } from './features/heat-map/heat-map.ts'
import { invoiceHandlers } from './features/invoices/invoices.ts'
import { invoicingHandlers } from './features/invoicing/invoicing.ts'
import { lastServiceHandlers } from './features/last-services/last-services.ts'
import { messageHandlers } from './features/messages/messages.ts'
import { mobilityHandlers } from './features/mobility/mobility.ts'
import { notificationHandlers } from './features/notifications/notifications.ts'
import { numberValidationHandlers } from './features/number-validations/number-validations.ts'
import { otherWayHandlers } from './features/other-ways/other-ways.ts'
import { parkingHandlers } from './features/parking/parking.ts'
import { pastServiceHandlers } from './features/past-services/past-services.ts'
import { phoneCallHandlers } from './features/phone-calls/phone-calls.ts'
import { placeHandlers } from './features/places/places.ts'
import { poiHandlers } from './features/pois/pois.ts'
import { priceHandlers } from './features/prices/prices.ts'
import { processorConfigHandlers } from './features/processor-config/processor-config.ts'
import { projectHandlers } from './features/projects/projects.ts'
import { promoHandlers } from './features/promos/promos.ts'
import { ratingHandlers } from './features/ratings/ratings.ts'
import { routeSheetHandlers } from './features/route-sheets/route-sheets.ts'
import { routeTrackingHandlers } from './features/route-tracking/route-tracking.ts'
import { securityEventHandlers } from './features/security-events/security-events.ts'
import { selfHandlers } from './features/self/self.ts'
import { sessionHandlers } from './features/session/session.ts'
import { insurerCaseHandlers } from './features/suppliers/insurers.ts'
import { supplierHandlers } from './features/suppliers/suppliers.ts'
import { tripReportHandlers } from './features/suppliers/trips.ts'
import { ticketTitleHandlers } from './features/tickets/ticket-titles.ts'
import { ticketHandlers } from './features/tickets/tickets.ts'
import { trackingHandlers } from './features/tracking/tracking.ts'
import { userHandlers } from './features/users/users.ts'
import { walletHandlers } from './features/wallet/wallet.ts'
import { whitelabelHandlers } from './features/whitelabels/whitelabels.ts'
import type { Geocoder } from './geo/geocoder.ts'
import { protectAnswers } from './http/answer-headers.ts'
import { bindCalls, type Features } from './http/bind.ts'
import type { Dependencies } from './http/context.ts'
import { faultOf, handleErrors, refuseConnection, sendProblem } from './http/errors.ts'
import { loggedRequest } from './http/logged-request.ts'
import { serveDocs } from './http/openapi.ts'
import { serveOperations } from './http/operations.ts'
import { isFromOwnPage } from './http/own-hosts.ts'
import { servePages } from './http/page.ts'
import { refuse } from './http/problem.ts'
import type { LiveOptions } from './live/choose-broker.ts'
import { gate } from './live/gate.ts'
import { serveMaps } from './maps/serve-maps.ts'
import { setRouting } from './roads/way-between.ts'

const featuresWith = (placeProviders: readonly Geocoder[], { config, database }: Dependencies): Features => ({
  session: sessionHandlers,
  self: selfHandlers,
  whitelabels: whitelabelHandlers,
  services: serviceHandlers,
  heatMap: heatMapHandlers(),
  bookings: bookingHandlers,
  fleetBreaks: fleetBreakHandlers,
  cards: cardHandlers,
  pastServices: pastServiceHandlers,
  finishedBookings: finishedBookingHandlers,
  invoicing: invoicingHandlers,
  pois: poiHandlers,
  places: placeHandlers(placeProviders),
  numberValidations: numberValidationHandlers,
  phoneCalls: phoneCallHandlers,
  notifications: notificationHandlers,
  bookingContacts: bookingContactHandlers,
  messages: messageHandlers,
  ratings: ratingHandlers,
  prices: priceHandlers,
  callers: callerHandlers,
  users: userHandlers(imageStore(config)),
  addresses: addressHandlers,
  assistance: assistanceHandlers,
  insurerCases: insurerCaseHandlers,
  authorizationForms: authorizationFormHandlers,
  authorizations: authorizationHandlers,
  authorizationSheets: authorizationSheetHandlers,
  projects: projectHandlers,
  promos: promoHandlers,
  wallet: walletHandlers,
  tickets: ticketHandlers,
  ticketTitles: ticketTitleHandlers,
  invoices: invoiceHandlers(database),
  documents: documentHandlers(imageStore(config)),
  mobility: mobilityHandlers,
  routeTracking: routeTrackingHandlers,
  lastServices: lastServiceHandlers,
  processorConfigs: processorConfigHandlers,
  fleets: fleetHandlers,
  fleetVehicles: fleetVehicleHandlers(config.register.certificates),
  routeSheets: routeSheetHandlers,
  suppliers: supplierHandlers,
  tripReports: tripReportHandlers,
  otherWays: otherWayHandlers,
  parking: parkingHandlers,
  tracking: trackingHandlers,
  securityEvents: securityEventHandlers,
})

/** Logs one line per request, once it has been answered. */
class OneLine extends LogController {
  override incomingRequest() {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    const { elapsedTime: responseTime } = reply
    const err = error ?? faultOf(request)
    if (err) reply.log.error({ req: request, res: reply, err, responseTime }, 'request failed')
    else reply.log.info({ req: request, res: reply, responseTime }, 'request completed')
  }
}

const hostForm = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i

/** Links and tenants are read from the host, and a part behind `?`, `#` or `\` would let one host pass for another. */
const refuseForgedHosts = (app: FastifyInstance) =>
  app.addHook('onRequest', async ({ host }) => {
    if (host && !hostForm.test(host)) throw refuse.field('Host', 'Host: this is not a host name')
  })

/**
 * Once the server is stopping, connections close after their response. Kept open, they would delay the stop by more
 * than a minute.
 */
const closeAfterAnswer = (app: FastifyInstance) => {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', async (_, reply) => {
    if (isClosing) reply.header('Connection', 'close')
  })
}

/** How long a request under way may take when the server stops. */
export const longestCallMs = 8_000

/**
 * Accepts no new connections, closes idle ones at once and others after their response, and cuts off requests that
 * hang.
 */
export const stopServing = async (app: FastifyInstance, longestMs = longestCallMs) => {
  const impatience = setTimeout(() => app.server.closeAllConnections(), longestMs)
  await app.close()
  clearTimeout(impatience)
}

const noSchemas = () => () => () => {
  throw new Error('Routes have no JSON schemas here: declare the call in the contract')
}

type ServerOptions = {
  dependencies: Dependencies
  /** External geocoders, queried in addition to the gazetteer. */
  placeProviders: readonly Geocoder[]
  logger?: FastifyBaseLogger
  webFolder?: string
  version?: string
}

/** Access rules of live events, the same as for API calls. */
export const liveOptions = ({ config, database, now }: Dependencies, log: FastifyBaseLogger): LiveOptions => ({
  gate: gate(database, now),
  caps: config.live,
  isFromOwnPage: (request) => isFromOwnPage(config, request),
  log,
})

/** Builds the server from contract and handlers. It listens or, in tests, has requests injected. */
export const createServer = async (options: ServerOptions): Promise<FastifyInstance> => {
  const { dependencies, placeProviders, logger, webFolder, version = '0' } = options
  const { quotas, requestMs, routingUrl, trustProxy, webFolder: textFolder } = dependencies.config
  findTexts(textFolder)
  setQuotas(quotas)
  setRouting(routingUrl, { warn: (details, message) => logger?.warn(details, message) })
  const app: FastifyInstance = Fastify({
    loggerInstance: logger?.child({}, { serializers: { req: loggedRequest } }),
    logController: new OneLine(),
    bodyLimit: 1_048_576,
    requestTimeout: requestMs,
    http: {
      // At its default of a minute, the timeout for the head would apply to the body too.
      headersTimeout: requestMs,
      requestTimeout: requestMs,
      // Node's default is half a minute.
      connectionsCheckingInterval: Math.ceil(requestMs / 30),
    },
    clientErrorHandler: refuseConnection,
    trustProxy,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    genReqId: () => crypto.randomUUID(),
    frameworkErrors: sendProblem,
    // Requests are validated by the contract, so the JSON schema compilers, which take a tenth of a start, are never
    // needed.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  })
  closeAfterAnswer(app)
  protectAnswers(app)
  refuseForgedHosts(app)
  await serveMaps(app, dependencies.config)
  handleErrors(app, webFolder ? await servePages(app, webFolder, dependencies) : undefined)
  serveOperations(app, dependencies)
  bindCalls(app, contract, featuresWith(placeProviders, dependencies), dependencies)
  await serveDocs(app, version, dependencies)
  return app
}

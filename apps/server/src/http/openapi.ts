import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { contract } from '@parada/contract/contract'
import { type Call, type FileSpec, isFile, isPage, Meta, rowsHeader } from '@parada/contract/kit'
import type { Tx } from '@parada/db/open'
import { demoUsersOf } from '@parada/db/queries/demo-users'
import { loadSession, tenantOfToken } from '@parada/db/queries/sessions'
import type { FastifyInstance } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import { z } from 'zod'
import { mountOf } from './bind.ts'
import type { Dependencies } from './context.ts'
import { refuse } from './problem.ts'
import { tokenOf } from './signed-in.ts'

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })

const parametersIn = (place: 'path' | 'query', schema: z.ZodType) => {
  const { properties = {}, required = [] } = schemaOf(schema, 'input')
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: shape,
  }))
}

const envelope = (response: object) => ({
  type: 'object',
  required: ['meta'],
  properties: { meta: { $ref: '#/components/schemas/Meta' }, response },
})

const fileTypes: Record<string, string> = {
  excel: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  pdf: 'application/pdf',
}

/** The response of a file; its body is empty if there is nothing to save. */
const fileAnswer = (formats: readonly string[]) => ({
  description: 'The file',
  headers: Object.fromEntries(
    ['Content-Disposition', rowsHeader].map((name) => [name, { schema: { type: 'string' } }]),
  ),
  content: Object.fromEntries(
    formats.map((format) => [fileTypes[format] ?? format, { schema: { type: 'string', format: 'binary' } }]),
  ),
})

const answerSchema = (response: Exclude<Call['response'], FileSpec>) => {
  if (!isPage(response)) return schemaOf(response, 'output')
  const rows = { type: 'array', items: schemaOf(response.row, 'output') }
  const beside = response.beside && schemaOf(response.beside, 'output')
  return { type: 'object', properties: { [response.listKey]: rows, ...beside?.properties } }
}

const json = (description: string, schema: object) => ({ description, content: { 'application/json': { schema } } })

const refused = { $ref: '#/components/responses/Refused' }

const accessText = ({ access }: Call) =>
  typeof access === 'string' ? access : `Needs ${access.map((key) => `\`${key}\``).join(' or ')}`

const contentOf = ({ body, takesForm, takesFile }: Call) => {
  if (takesFile) return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  const content = { schema: schemaOf(body, 'input') }
  return { 'application/json': content, ...(takesForm && { 'application/x-www-form-urlencoded': content }) }
}

const operation = (group: string, name: string, call: Call) => ({
  operationId: `${group}.${name}`,
  tags: [group],
  summary: call.summary,
  description: accessText(call),
  security: call.access === 'public' ? [] : [{ token: [] }],
  parameters: [
    ...parametersIn('path', call.params).filter(({ name: segment }) => call.path.includes(`:${segment}`)),
    ...parametersIn('query', call.query),
    ...call.headers.map((header) => ({ name: header, in: 'header', required: true, schema: { type: 'string' } })),
  ],
  ...(call.takesBody && {
    requestBody: { required: true, content: contentOf(call) },
  }),
  responses: {
    [call.code === 201 ? 201 : 200]: isFile(call.response)
      ? fileAnswer(call.response.file)
      : json(`Meta code ${call.code}`, envelope(answerSchema(call.response))),
    400: refused,
    ...(call.access !== 'public' && { 401: refused, 403: refused }),
    404: refused,
    429: refused,
  },
})

const pathsOf = (contract: Record<string, Record<string, Call>>) => {
  const paths: Record<string, Record<string, object>> = {}
  for (const [group, calls] of Object.entries(contract)) {
    for (const [name, call] of Object.entries(calls)) {
      const path = (mountOf(call) + call.path).replaceAll(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(group, name, call) }
    }
  }
  return paths
}

/**
 * The contract as OpenAPI 3.1. Its paths are built when first read, because few people need them and they would delay
 * every start.
 */
const openApi = (contract: Record<string, Record<string, Call>>, version: string) => {
  let paths: ReturnType<typeof pathsOf> | undefined
  return {
    openapi: '3.1.0',
    info: { title: 'Parada', version, description: 'Every call of the back-office. {sd} is the tenant.' },
    get paths() {
      paths ??= pathsOf(contract)
      return paths
    },
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Token' } },
      schemas: { Meta: schemaOf(Meta, 'output') },
      responses: { Refused: json('Refused: meta says why', envelope({})) },
    },
  }
}

/** Serves the contract as OpenAPI and as a web page: to everybody in a demo, otherwise to signed-in users. */
export const serveDocs = (app: FastifyInstance, version: string, { database, now }: Dependencies) =>
  app.register(async (docs) => {
    docs.addHook('onRequest', async (request) => {
      if (await demoUsersOf(database)) return
      const tokenHash = tokenOf(request)
      const tenantId = await tenantOfToken(database.aside.db, tokenHash)
      const load = (tx: Tx) => loadSession(tx, tokenHash, now())
      if (!tenantId || !(await database.inTenant(tenantId, load, { isRead: true }))) throw refuse.unauthenticated()
    })
    docs.addHook('onSend', async (_, reply) => void reply.header('Cache-Control', 'no-store'))
    const document = openApi(contract, version)
    docs.get('/api/openapi.json', async () => document)
    await docs.register(swagger, {
      mode: 'static',
      specification: { document: document as unknown as OpenAPIV3.Document },
    })
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: true,
      uiConfig: { docExpansion: 'list', deepLinking: true },
    })
  })

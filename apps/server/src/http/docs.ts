import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { contract } from '@parada/contract/contract'
import type { FastifyInstance } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import { openApi } from './openapi.ts'

/** The contract, printed and browsable. */
export const serveDocs = async (app: FastifyInstance, version: string) => {
  const document = openApi(contract, version)
  app.get('/api/openapi.json', async () => document)
  await app.register(swagger, {
    mode: 'static',
    specification: { document: document as unknown as OpenAPIV3.Document },
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    uiConfig: { docExpansion: 'list', deepLinking: true },
  })
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    takesForm?: boolean
  }
}

const formLimit = 16_384

/** Forms reach only the calls that ask for them: every other one keeps to JSON. */
export const readForms = (app: FastifyInstance) =>
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formLimit },
    async (request: FastifyRequest, text: string) => {
      if (!request.routeOptions.config.takesForm) throw new Problem(415, 'Send JSON')
      return Object.fromEntries(new URLSearchParams(text))
    },
  )

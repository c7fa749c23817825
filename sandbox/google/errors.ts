import type { FastifyInstance } from 'fastify'
import { notImplemented } from '../not-implemented.ts'

/** An error in the form of Google's REST APIs. */
export class GoogleFailure extends Error {
  readonly code: number
  readonly body: Record<string, unknown>

  /** Newer APIs also return a `status`; some name the invalid parameter. */
  constructor(code: number, message: string, reason: string, status?: string, more: Record<string, string> = {}) {
    super(message)
    this.code = code
    this.body = {
      error: { code, message, errors: [{ message, domain: 'global', reason, ...more }], ...(status !== undefined && { status }) }
    }
  }
}

export const notFound = (): GoogleFailure => new GoogleFailure(404, 'Requested entity was not found.', 'notFound', 'NOT_FOUND')

export const invalid = (message: string): GoogleFailure => new GoogleFailure(400, message, 'invalidArgument', 'INVALID_ARGUMENT')

const unknownMethod = (request: Parameters<typeof notImplemented>[0]): GoogleFailure =>
  new GoogleFailure(501, notImplemented(request), 'notImplemented', 'UNIMPLEMENTED')

/** Sends errors of handlers, unknown methods and internal errors in Google's format. */
export function addErrorHandlers(app: FastifyInstance): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const { statusCode = 500, message } = error
    // The body of a request for an unknown method is not parsed.
    if (request.is404 && !(error instanceof GoogleFailure)) return reply.code(501).send(unknownMethod(request).body)
    const internal = new GoogleFailure(500, 'Backend Error', 'backendError', 'INTERNAL')
    const { code, body } = error instanceof GoogleFailure ? error : statusCode < 500 ? invalid(message) : internal
    return reply.code(code).send(body)
  })
  app.setNotFoundHandler(request => {
    throw unknownMethod(request)
  })
}

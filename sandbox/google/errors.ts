import type { FastifyInstance } from 'fastify'

/** A refusal as Google's REST interfaces answer it. */
export class GoogleFailure extends Error {
  readonly code: number
  readonly body: Record<string, unknown>

  /** Interfaces that are younger also tell a `status`; some say where it is wrong. */
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

/** Answers what handlers throw, unknown paths and defects in Google's form. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const { statusCode = 500, message } = error
    const defect = new GoogleFailure(500, 'Backend Error', 'backendError', 'INTERNAL')
    const { code, body } = error instanceof GoogleFailure ? error : statusCode < 500 ? invalid(message) : defect
    return reply.code(code).send(body)
  })
  app.setNotFoundHandler(() => {
    throw notFound()
  })
}

/** What the vendor answers where it does not do what was asked. Each interface words it in its own way. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  /** Version 1 puts the name of a Java class before the message. */
  readonly exception: string

  constructor(status: number, message: string, { code = codeOf(status), exception = exceptionOf(status) } = {}) {
    super(message)
    this.status = status
    this.code = code
    this.exception = exception
  }
}

const CODES: Readonly<Record<number, string>> = {
  400: 'INVALID_REQUEST_PARAMETER',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  410: 'GONE',
  413: 'REQUEST_TOO_LARGE'
}
const EXCEPTIONS: Readonly<Record<number, string>> = {
  400: 'BadRequestException',
  403: 'PermissionException',
  404: 'NotFoundException',
  409: 'ConflictException',
  410: 'GoneException'
}

const codeOf = (status: number): string => CODES[status] ?? 'ERROR'
const exceptionOf = (status: number): string =>
  `com.atlassian.confluence.api.service.exceptions.${EXCEPTIONS[status] ?? 'ServiceException'}`

/** As version 2 words it. */
export const inVersion2 = ({ status, code, message }: Refusal) => ({ errors: [{ status, code, title: message, detail: null }] })

/** As version 1 words it; Data Center, too. */
export const inVersion1 = ({ status, exception, message }: Refusal) => ({
  statusCode: status,
  data: {
    authorized: status !== 403,
    valid: status !== 400,
    errors: status === 400 ? [{ message: { translation: message, args: [] } }] : [],
    successful: false
  },
  message: `${exception}: ${message}`,
  reason: status === 404 ? 'Not Found' : 'Bad Request'
})

export const refuse = (status: number, message: string): Refusal => new Refusal(status, message)

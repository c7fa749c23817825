/** The vendor's refusal of a request. Each version of the API words it differently. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  /** Version 1 adds the name of a Java class before the message. */
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
  413: 'REQUEST_TOO_LARGE',
  501: 'NOT_IMPLEMENTED'
}
const EXCEPTIONS: Readonly<Record<number, string>> = {
  400: 'BadRequestException',
  403: 'PermissionException',
  404: 'NotFoundException',
  409: 'ConflictException',
  410: 'GoneException',
  501: 'NotImplementedServiceException'
}

const REASONS: Readonly<Record<number, string>> = { 404: 'Not Found', 501: 'Not Implemented' }

const codeOf = (status: number): string => CODES[status] ?? 'ERROR'
const exceptionOf = (status: number): string =>
  `com.atlassian.confluence.api.service.exceptions.${EXCEPTIONS[status] ?? 'ServiceException'}`

/** In the shape of version 2. */
export const inVersion2 = ({ status, code, message }: Refusal) => ({ errors: [{ status, code, title: message, detail: null }] })

/** In the shape of version 1 and Data Center. */
export const inVersion1 = ({ status, exception, message }: Refusal) => ({
  statusCode: status,
  data: {
    authorized: status !== 403,
    valid: status !== 400,
    errors: status === 400 ? [{ message: { translation: message, args: [] } }] : [],
    successful: false
  },
  message: `${exception}: ${message}`,
  reason: REASONS[status] ?? 'Bad Request'
})

export const refuse = (status: number, message: string): Refusal => new Refusal(status, message)

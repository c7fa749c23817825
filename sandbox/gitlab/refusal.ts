/** An error response of GitLab: JSON in several forms, or text. */
export class Refusal extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    super(typeof body === 'string' ? body : JSON.stringify(body))
    this.status = status
    this.body = body
  }
}

/** `message`: a text, a list of texts, or the errors of each property. */
export const refuse = (status: number, message: unknown): Refusal => new Refusal(status, { message })
/** The error form of GitLab's parameter validation. */
export const invalidParameter = (error: string): Refusal => new Refusal(400, { error })
export const notFound = (what: string): Refusal => refuse(404, `404 ${what} Not Found`)

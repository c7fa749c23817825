/** What GitLab answers where it does not do what was asked: JSON of several shapes, or text. */
export class Refusal extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    super(typeof body === 'string' ? body : JSON.stringify(body))
    this.status = status
    this.body = body
  }
}

/** `message` is the words, a list of them, or what is wrong with each property. */
export const refuse = (status: number, message: unknown): Refusal => new Refusal(status, { message })
/** As the reader of parameters words it. */
export const misgiven = (error: string): Refusal => new Refusal(400, { error })
export const notFound = (what: string): Refusal => refuse(404, `404 ${what} Not Found`)

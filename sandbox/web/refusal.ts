/** A refusal of Brave: a code, and details. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly meta: object

  constructor(status: number, code: string, detail: string, meta: object) {
    super(detail)
    this.status = status
    this.code = code
    this.meta = meta
  }
}

export const invalid = (loc: [string, string], msg: string, input: unknown, ctx?: object): Refusal =>
  new Refusal(422, 'VALIDATION', 'Unable to validate request parameter(s)', {
    errors: [{ type: 'value_error', loc, msg, input, ...(ctx && { ctx }) }]
  })

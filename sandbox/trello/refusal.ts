/** What the vendor answers where it does not do what was asked: text, hardly ever JSON. */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number, text: string) {
    super(text)
    this.status = status
  }
}

export const refuse = (status: number, text: string): Refusal => new Refusal(status, text)

export const notFound = (): Refusal => refuse(404, 'The requested resource was not found.')

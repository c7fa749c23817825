/** An error response of Trello, which is usually plain text. */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number, text: string) {
    super(text)
    this.status = status
  }
}

export const refuse = (status: number, text: string): Refusal => new Refusal(status, text)

export const notFound = (): Refusal => refuse(404, 'The requested resource was not found.')

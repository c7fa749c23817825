import { createHmac } from 'node:crypto'

export interface Message {
  id: string
  /** Milliseconds; told in whole seconds. */
  at: number
  body: string
}

/** The headers that Standard Webhooks asks for. The time is that of the attempt, since receivers refuse what is older than minutes. */
export function signedHeaders({ id, at, body }: Message, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const signatures = secrets.map(
    secret => `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  )
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

const keyOf = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')

import type { FastifyRequest } from 'fastify'
import { refuse } from './refusal.ts'

/** Credentials that mean something here; whatever else is sent is refused as unknown. */
export const KEY = 'sandbox-key'
export const TOKENS = {
  'sandbox-token': 'write',
  'sandbox-token-that-reads': 'read',
  'sandbox-token-that-expired': 'expired'
} as const

export interface Credentials {
  key: string
  token: string
}

/** From the header, else from the query: the vendor takes both. */
export function credentialsOf({ headers, query }: Pick<FastifyRequest, 'headers' | 'query'>): Credentials {
  const header = headers.authorization ?? ''
  const params = Object(query)
  return {
    key: /oauth_consumer_key="([^"]*)"/.exec(header)?.[1] ?? String(params.key ?? ''),
    token: /oauth_token="([^"]*)"/.exec(header)?.[1] ?? String(params.token ?? '')
  }
}

export function checkCredentials({ key, token }: Credentials, method: string): void {
  if (key !== KEY) throw refuse(401, 'invalid key')
  const right = Object.entries(TOKENS).find(([name]) => name === token)?.[1]
  if (right === undefined) throw refuse(401, 'invalid token')
  if (right === 'expired') throw refuse(401, 'expired token')
  if (right === 'read' && method !== 'GET') throw refuse(401, 'unauthorized permission requested')
}

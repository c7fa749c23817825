import type { FastifyRequest } from 'fastify'
import { refuse } from './refusal.ts'

/** The only valid credentials. */
export const KEY = 'sandbox-key'
const TOKENS = {
  'sandbox-token': 'write',
  'sandbox-token-that-reads': 'read',
  'sandbox-token-that-expired': 'expired'
} as const

export interface Credentials {
  key: string
  token: string
}

/** Returns the credentials from the header or the query: Trello accepts both. */
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
  const scope = Object.entries(TOKENS).find(([name]) => name === token)?.[1]
  if (scope === undefined) throw refuse(401, 'invalid token')
  if (scope === 'expired') throw refuse(401, 'expired token')
  if (scope === 'read' && method !== 'GET') throw refuse(401, 'unauthorized permission requested')
}

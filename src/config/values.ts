import { isIP } from 'node:net'
import { parseRedisUrl, type RedisEndpoint } from '../lib/redis/endpoint.ts'
import type { Problem } from './problems.ts'

/** REDIS_URL; undefined where it is not set, or wrong. */
export function readRedisUrl(text: string | undefined, problems: Problem[]): RedisEndpoint | undefined {
  if (text === undefined) return undefined
  try {
    return parseRedisUrl(text)
  } catch (error) {
    problems.push({ where: 'REDIS_URL', message: error instanceof Error ? error.message : String(error) })
    return undefined
  }
}

/** TOOLGATE_PUBLIC_URL without a slash at its end, so that paths can be added to it. */
export function readPublicUrl(text: string | undefined, problems: Problem[]): string | undefined {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  if (url !== null && /^https?:$/.test(url.protocol) && url.search + url.hash + url.username === '') return url.href.replace(/\/+$/, '')
  problems.push({
    where: 'TOOLGATE_PUBLIC_URL',
    message: 'is not such a URL',
    allowed: 'http:// or https:// with a host and perhaps a path, such as https://tools.example.com'
  })
  return undefined
}

/** TOOLGATE_ALLOW_PRIVATE as `host:port`, lower-case, a host of IPv6 in brackets. */
export function readAllowPrivate(text: string, problems: Problem[]): string[] {
  const parts = text
    .split(',')
    .map(part => part.trim().toLowerCase())
    .filter(part => part !== '')
  for (const part of parts.filter(part => !isHostAndPort(part))) {
    problems.push({
      where: 'TOOLGATE_ALLOW_PRIVATE',
      message: `${part} is not host:port`,
      allowed: 'a comma-separated list such as 127.0.0.1:9000, [::1]:9000, wiki.internal:443'
    })
  }
  return parts.filter(isHostAndPort)
}

/** TOOLGATE_WEBHOOK_SECRET: secrets of Standard Webhooks. No value is ever shown. */
export function readWebhookSecrets(text: string, problems: Problem[]): string[] {
  const secrets = text.split(/\s+/).filter(secret => secret !== '')
  if (secrets.every(isWebhookSecret)) return secrets
  problems.push({
    where: 'TOOLGATE_WEBHOOK_SECRET',
    message: 'holds what is not such a secret',
    allowed: 'whsec_ and 24 to 64 bytes in base64, several with spaces between; make one with: echo "whsec_$(openssl rand -base64 32)"'
  })
  return []
}

function isWebhookSecret(secret: string): boolean {
  const [, encoded = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? []
  const bytes = Buffer.from(encoded, 'base64')
  return bytes.length >= 24 && bytes.length <= 64 && bytes.toString('base64').replace(/=+$/, '') === encoded.replace(/=+$/, '')
}

function isHostAndPort(part: string): boolean {
  const [, host = '', port = ''] = /^(\[[^\]]+\]|[a-z0-9.-]+):(\d{1,5})$/.exec(part) ?? []
  const isHost = host.startsWith('[') ? isIP(host.slice(1, -1)) === 6 : host !== ''
  return isHost && Number(port) >= 1 && Number(port) <= 65_535
}

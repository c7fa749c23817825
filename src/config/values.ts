import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { NOTIFY_RULES } from '../access/approvals/notices.ts'
import { WEBHOOK_SECRET } from '../access/keys.ts'
import { OperationError } from '../contract/errors.ts'
import { createGuard } from '../lib/guard/guard.ts'
import { parseRedisUrl, type RedisEndpoint } from '../lib/redis/endpoint.ts'
import type { Problem } from './problems.ts'

const SECRET = new RegExp(WEBHOOK_SECRET)

/** Parses REDIS_URL. Returns undefined if it is missing or invalid. */
export function readRedisUrl(text: string | undefined, problems: Problem[]): RedisEndpoint | undefined {
  if (text === undefined) return undefined
  try {
    return parseRedisUrl(text)
  } catch (error) {
    problems.push({ where: 'REDIS_URL', message: error instanceof Error ? error.message : String(error) })
    return undefined
  }
}

/** Returns TOOLGATE_PUBLIC_URL without a trailing slash, so that paths can be appended. */
export function readPublicUrl(text: string | undefined, problems: Problem[]): string | undefined {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  if (url !== null && /^https?:$/.test(url.protocol) && url.search + url.hash + url.username === '')
    return url.href.replace(/(?<!\/)\/+$/, '').replaceAll("'", '%27') // so that it is safe in every document
  problems.push({
    where: 'TOOLGATE_PUBLIC_URL',
    message: 'is not such a URL',
    allowed: 'http:// or https:// with a host and an optional path, such as https://tools.example.com'
  })
  return undefined
}

/** Parses TOOLGATE_ALLOW_PRIVATE into `host:port` in lower case, IPv6 addresses in brackets. */
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

/** Parses TOOLGATE_TRUST_PROXY. Trusting a number of proxies, or every sender, would let clients choose their address. */
export function readTrustProxy(text: string, problems: Problem[]): readonly string[] {
  const parts = text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
  for (const part of parts.filter(part => !isAddressOrNetwork(part)))
    problems.push({
      where: 'TOOLGATE_TRUST_PROXY',
      message: `${part.slice(0, 64)} is neither an address nor a network`,
      allowed: 'addresses and networks of your proxies, comma-separated, such as 10.0.0.5, 10.0.0.0/8, fd00::/8'
    })
  return parts.filter(isAddressOrNetwork)
}

function isAddressOrNetwork(part: string): boolean {
  const [address = '', length] = part.split('/')
  return isIP(address) > 0 && (length === undefined || (ipaddr.isValidCIDR(part) && Number(length) > 0))
}

const MIN_SECRET = 32
const MAX_SECRETS = 2

/** Parses TOOLGATE_SECRET, the secret in use first. Values are never shown. */
export function readSecrets(text: string, problems: Problem[]): string[] {
  const secrets = text.split(/\s+/).filter(secret => secret !== '')
  if (secrets.length <= MAX_SECRETS && secrets.every(secret => secret.length >= MIN_SECRET)) return secrets
  problems.push({
    where: 'TOOLGATE_SECRET',
    message: secrets.length > MAX_SECRETS ? `has ${secrets.length} secrets` : `has a secret of fewer than ${MIN_SECRET} characters`,
    allowed: 'one random text of at least 32 characters, or two separated by a space; create one with: openssl rand -base64 32'
  })
  return []
}

/** Address and signing secrets of the notices about requested approvals. Values are never shown: the path of a URL may contain a secret. */
export function readApprovalsNotify(
  { APPROVALS_NOTIFY_URL: url, APPROVALS_NOTIFY_SECRET: secret }: Readonly<Record<string, string>>,
  allowPrivate: readonly string[],
  problems: Problem[]
): { url: string; secrets: readonly string[] } | undefined {
  if (url === undefined && secret === undefined) return undefined
  const secrets = (secret ?? '').split(/\s+/).filter(text => text !== '')
  const isSigned = secrets.length > 0 && secrets.length <= MAX_SECRETS && secrets.every(text => SECRET.test(text))
  if (!isSigned)
    problems.push({
      where: 'APPROVALS_NOTIFY_SECRET',
      message: secret === undefined ? 'is not set, and APPROVALS_NOTIFY_URL is' : 'is not such a secret',
      allowed: 'one secret, or two separated by a space; create one with: echo "whsec_$(openssl rand -base64 32)"'
    })
  const wrong = url === undefined ? 'is not set, and APPROVALS_NOTIFY_SECRET is' : whyRefused(url, allowPrivate)
  if (wrong !== undefined) problems.push({ where: 'APPROVALS_NOTIFY_URL', message: wrong })
  return url !== undefined && wrong === undefined && isSigned ? { url, secrets } : undefined
}

/** Returns why the gateway does not send to a URL, as far as that is known before its name is resolved. */
function whyRefused(url: string, allow: readonly string[]): string | undefined {
  try {
    createGuard({ allow }).checkLiteral(url, NOTIFY_RULES)
    return undefined
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    return error.message.replace(/^APPROVALS_NOTIFY_URL /, '').replace(/\.$/, '')
  }
}

function isHostAndPort(part: string): boolean {
  const [, host = '', port = ''] = /^(\[[^\]]+\]|[a-z0-9.-]+):(\d{1,5})$/.exec(part) ?? []
  const isHost = host.startsWith('[') ? isIP(host.slice(1, -1)) === 6 : host !== ''
  return isHost && Number(port) >= 1 && Number(port) <= 65_535
}

import { isIP } from 'node:net'
import { OperationError } from '../../contract/errors.ts'
import type { UrlRules } from '../../contract/runtime.ts'
import { invalidField } from '../invalid-field.ts'
import { whyPrivate } from './address.ts'

/** The destination of a request, after its URL was parsed and its host checked as written. */
export interface Target {
  url: URL
  /** Name or address, without brackets. */
  host: string
  /** Whether host and port are listed, so that every address is accepted. */
  allowed: boolean
}

const MAX_URL = 2048

/** Names that mean this host or its network by definition (RFC 6761, 6762, 8375, ICANN's .internal). */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/

/**
 * Ports below 1024 belong to other protocols, which request smuggling could reach. Above, browsers refuse some for the same reason (bad
 * ports of the Fetch standard).
 */
const WEB_PORTS = new Set([80, 443])
const BAD_PORTS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080
])

/** Parses a URL that a caller chose. Throws if its form, port or host is not allowed. Does not resolve names. */
export function readTarget(text: string, allow: readonly string[], rules: UrlRules): Target {
  const url = text.length > MAX_URL ? null : URL.parse(text)
  if (url === null) throw malformed(rules, `is not a URL of at most ${MAX_URL} characters`)
  const allowed = allow.includes(`${url.hostname}:${portOf(url)}`)
  const schemes = rules.https && !allowed ? ['https:'] : ['http:', 'https:']
  if (!schemes.includes(url.protocol))
    throw malformed(rules, `is ${url.protocol.slice(0, 20)}, but only ${schemes.join(' or ')} is allowed`, rules.https ? SECURE : undefined)
  if (url.username + url.password !== '') throw malformed(rules, 'contains a user name or password')
  const target = { url, host: url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, ''), allowed }
  if (allowed) return target
  if (!isWebPort(portOf(url))) throw addressRefused(rules, `port ${portOf(url)}; only 80, 443 and ports from 1024 are allowed`)
  const why = isIP(target.host) ? whyPrivate(target.host) : whyLocalName(target.host)
  if (why !== undefined) throw addressRefused(rules, why)
  return target
}

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80)
const isWebPort = (port: number): boolean => WEB_PORTS.has(port) || (port >= 1024 && !BAD_PORTS.has(port))

function whyLocalName(host: string): string | undefined {
  return LOCAL_NAME.test(host) || !host.includes('.') ? 'a name of this host or its network' : undefined
}

/** The URL itself is invalid, wherever it leads. */
const malformed = ({ field }: UrlRules, message: string, expected = 'an absolute URL such as https://example.com/path'): OperationError =>
  invalidField(field, message, expected)

const SECURE =
  'an https:// URL such as https://example.com/path; http:// only for a host:port that the operator of the gateway lists in TOOLGATE_ALLOW_PRIVATE'

export function addressRefused({ field }: UrlRules, why: string, suggestions: string[] = []): OperationError {
  return new OperationError('address_refused', `${field} leads to ${why}, to which this gateway sends no requests on behalf of callers.`, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: [...suggestions, 'Use a public address.', 'Or ask the operator to list host:port in TOOLGATE_ALLOW_PRIVATE.']
  })
}

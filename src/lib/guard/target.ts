import { isIP } from 'node:net'
import { OperationError } from '../../contract/errors.ts'
import type { UrlRules } from '../../contract/guard.ts'
import { misgiven } from '../misgiven.ts'
import { whyPrivate } from './address.ts'

/** Where a request goes, once its URL was read and its host judged by what it says. */
export interface Target {
  url: URL
  /** Name or address, without brackets. */
  host: string
  /** Its host and port are listed: no address of it is refused. */
  allowed: boolean
}

const LONGEST_URL = 2048

/** Names that lead to this machine or its network by definition (RFC 6761, 6762, 8375, ICANN's .internal). */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/

/**
 * Ports below 1024 belong to other protocols, which could be spoken to by smuggling; above, those that browsers refuse for the same reason
 * (the bad ports of the Fetch standard).
 */
const WEB_PORTS = new Set([80, 443])
const BAD_PORTS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080
])

/** Reads a URL that a caller chose. Throws where its form, its port, or its host as written may not be; names are not looked up here. */
export function readTarget(text: string, allow: readonly string[], rules: UrlRules): Target {
  const url = text.length > LONGEST_URL ? null : URL.parse(text)
  if (url === null) throw malformed(rules, `is not a URL of at most ${LONGEST_URL} characters`)
  const allowed = allow.includes(`${url.hostname}:${portOf(url)}`)
  const schemes = rules.https && !allowed ? ['https:'] : ['http:', 'https:']
  if (!schemes.includes(url.protocol)) throw malformed(rules, `is ${url.protocol.slice(0, 20)} where only ${schemes.join(' or ')} may be`)
  if (url.username + url.password !== '') throw malformed(rules, 'holds a user name or password')
  const target = { url, host: url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, ''), allowed }
  if (allowed) return target
  if (!isWebPort(portOf(url))) throw addressRefused(rules, `port ${portOf(url)}, where only 80, 443 and those from 1024 on are answered`)
  const why = isIP(target.host) ? whyPrivate(target.host) : whyLocalName(target.host)
  if (why !== undefined) throw addressRefused(rules, why)
  return target
}

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80)
const isWebPort = (port: number): boolean => WEB_PORTS.has(port) || (port >= 1024 && !BAD_PORTS.has(port))

function whyLocalName(host: string): string | undefined {
  return LOCAL_NAME.test(host) || !host.includes('.') ? 'a name of this machine or its network' : undefined
}

/** The URL itself is wrong, wherever it leads. */
const malformed = ({ field }: UrlRules, message: string): OperationError =>
  misgiven(field, message, 'an absolute URL such as https://example.com/path')

export function addressRefused({ field }: UrlRules, why: string, suggestions: string[] = []): OperationError {
  return new OperationError('address_refused', `${field} leads to ${why}: this gateway does not call it for others.`, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: [...suggestions, 'Use a public address.', 'Or have the operator list host:port in TOOLGATE_ALLOW_PRIVATE.']
  })
}

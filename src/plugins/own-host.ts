import type { FastifyRequest } from 'fastify'
import { OperationError } from '../contract/errors.ts'
import { isLoopback } from '../lib/loopback.ts'

type Headers = FastifyRequest['headers']

/**
 * Refuses callers without a key who come by a name that is not this gateway's. A web page anywhere can have its own name resolved to this machine
 * (DNS rebinding), or post here blindly; its browser then still tells the page's name in Host or Origin.
 */
export function foreignName({ host = '', origin }: Headers, publicUrl: string | undefined): OperationError | undefined {
  const own = publicUrl === undefined ? undefined : new URL(publicUrl)
  if (!isOwn(parsed(`http://${host}`, host), name => name === own?.hostname)) return refusal('Host', host)
  if (origin === undefined || isOwn(parsed(origin, hostOf(origin)), (_name, url) => url.origin === own?.origin)) return undefined
  return refusal('Origin', origin)
}

const hostOf = (origin: string): string => origin.replace(/^https?:\/\//i, '')

/** A URL of nothing but that host. */
function parsed(text: string, host: string): URL | null {
  return /^(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/i.test(host) ? URL.parse(text) : null
}

function isOwn(url: URL | null, isPublic: (name: string, url: URL) => boolean): boolean {
  return url !== null && (isLoopback(url.hostname.replace(/^\[(.*)\]$/, '$1')) || isPublic(url.hostname, url))
}

const refusal = (header: string, value: string): OperationError =>
  new OperationError('host_refused', `Without keys this gateway does not answer the ${header} "${value.slice(0, 200)}".`, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: [
      'Call it as localhost, 127.0.0.1 or [::1].',
      'Set TOOLGATE_PUBLIC_URL to the name that callers use.',
      'Or make a key, which may be used under any name: npx toolgate keys new.'
    ]
  })

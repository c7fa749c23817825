import type { FastifyRequest } from 'fastify'
import type { Issue } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { takesKey } from '../../contract/reserved.ts'
import type { Given } from './input.ts'

const HEADER = 'idempotency-key'

/** The input with the key of the header Idempotency-Key, or of several calls with its part of it. A call that changes nothing has no use for it. */
export function withKey(
  { headers, raw: { rawHeaders } }: FastifyRequest,
  operation: Operation,
  given: Given,
  byName: boolean,
  part = ''
): Given {
  const { raw, issues = [] } = given
  const header = headers[HEADER]
  if (typeof header !== 'string' || !takesKey(operation) || typeof raw !== 'object' || raw === null || Array.isArray(raw)) return given
  const key = `${unquoted(header)}${part}`
  if (header.includes(',') && isTwice(rawHeaders)) return { ...given, issues: [...issues, TWICE] }
  const twin = twinIn(raw, byName)
  if (twin === undefined) return { ...given, raw: { ...raw, idempotency_key: key } }
  return twin === key ? given : { ...given, issues: [...issues, DIFFER] }
}

/** RFC 8941 writes a string in quotes; most callers send it bare. */
const unquoted = (header: string): string =>
  /^"(?:[^"\\]|\\["\\])*"$/.test(header) ? header.slice(1, -1).replace(/\\(["\\])/g, '$1') : header

/** The property of the body, null where it is said to be absent. */
function twinIn(raw: object, byName: boolean): unknown {
  const { idempotency_key, idempotencyKey }: { idempotency_key?: unknown; idempotencyKey?: unknown } = raw
  return idempotency_key ?? (byName ? idempotencyKey : undefined) ?? undefined
}

/** Node joins such headers to one value, which would count as a key that nobody gave. */
const isTwice = (rawHeaders: readonly string[]): boolean =>
  rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === HEADER).length > 1

const TWICE: Issue = { path: 'idempotency_key', message: 'is given in two headers Idempotency-Key', expected: 'one of them' }

const DIFFER: Issue = {
  path: 'idempotency_key',
  message: 'is another key than the header Idempotency-Key',
  expected: 'the key in one of them, or the same in both'
}

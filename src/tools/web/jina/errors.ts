import type { Classification, Classify } from '../../../lib/http/failures.ts'
import { isRow } from '../../../lib/row.ts'
import { jsonIn } from '../json.ts'

const KEY = ['Check JINA_API_KEY, or read the page with reader: embedded, which needs no key.']

/** Classifies by Jina's own codes, because one status has several meanings. A response from a proxy before Jina is HTML. */
export const classifyJina: Classify = ({ status, body }) => {
  const json = jsonIn(body)
  const code = isRow(json) && typeof json['status'] === 'number' ? json['status'] : status
  const message = isRow(json) && typeof json['message'] === 'string' ? json['message'] : ''
  return BY_CODE[code] ?? byWords(status, message)
}

/** An exhausted balance does not recover by waiting. */
const BY_CODE: Readonly<Record<number, Classification>> = {
  40103: { reason: 'authentication_failed', details: { suggestions: KEY } },
  40203: {
    reason: 'authentication_failed',
    details: { retryable: false, suggestions: ['Recharge the account of JINA_API_KEY, or read the page with reader: embedded.'] }
  },
  402: { reason: 'authentication_failed', details: { retryable: false, suggestions: KEY } },
  409: { reason: 'cannot_be_honoured' },
  40904: { reason: 'cannot_be_honoured', details: { suggestions: ['Read the page with reader: embedded.'] } },
  413: { reason: 'cannot_be_honoured' },
  41302: { reason: 'cannot_be_honoured', details: { suggestions: ['Read the page with reader: embedded.'] } },
  524: { reason: 'network_timeout' }
}

function byWords(status: number, message: string): Classification | undefined {
  if (status === 422 && /timeout/i.test(message)) return { reason: 'network_timeout' }
  if (status === 451) return { reason: /non-public/i.test(message) ? 'address_refused' : 'cannot_be_honoured' }
  if (status !== 400 && status !== 422) return undefined
  return { reason: 'upstream_refused', details: { issues: [{ path: 'url', message, expected: 'a URL that Jina Reader can reach' }] } }
}

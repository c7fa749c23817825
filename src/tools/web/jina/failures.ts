import type { Classify, Meaning } from '../../../lib/http/failures.ts'
import { isRow } from '../../../lib/row.ts'
import { jsonIn } from '../json.ts'

const KEY = ['Check JINA_API_KEY, or read the page with reader: embedded, which needs none.']

/** Jina's refusals by its own codes, since one status means several things. What comes from before Jina is HTML. */
export const classifyJina: Classify = ({ status, body }) => {
  const answer = jsonIn(body)
  const code = isRow(answer) && typeof answer['status'] === 'number' ? answer['status'] : status
  const message = isRow(answer) && typeof answer['message'] === 'string' ? answer['message'] : ''
  return BY_CODE[code] ?? byWords(status, message)
}

/** The balance comes back when somebody pays: nothing to wait for. */
const BY_CODE: Readonly<Record<number, Meaning>> = {
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

function byWords(status: number, message: string): Meaning | undefined {
  if (status === 422 && /timeout/i.test(message)) return { reason: 'network_timeout' }
  if (status === 451) return { reason: /non-public/i.test(message) ? 'address_refused' : 'cannot_be_honoured' }
  if (status !== 400 && status !== 422) return undefined
  return { reason: 'upstream_refused', details: { issues: [{ path: 'url', message, expected: 'an address that Jina Reader can reach' }] } }
}

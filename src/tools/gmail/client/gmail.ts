import type { HttpSettings } from '../../../contract/http-settings.ts'
import type { Runtime } from '../../../contract/tool.ts'
import { openGoogle } from '../../../lib/google/client.ts'
import type { GoogleSettings } from '../../../lib/google/settings.ts'
import type { UpstreamRequest } from '../../../lib/http/request.ts'
import { type LabelBook, openLabelBook } from './label-book.ts'
import type { Turn } from './turn.ts'
import { unitsOf } from './units.ts'

export interface Gmail {
  /** Sends a request below `gmail/v1/users/me/`, or below another path where it begins with a slash; answers its body. */
  send: (request: Omit<UpstreamRequest, 'signal'>, turn: Turn) => Promise<unknown>
  labels: LabelBook
}

const ACCOUNT = 'gmail/v1/users/me/'

const THINGS = {
  messages: { kind: 'message', listed: 'gmail_search_messages' },
  threads: { kind: 'thread', listed: 'gmail_search_messages' },
  drafts: { kind: 'draft', listed: 'gmail_list_drafts' },
  labels: { kind: 'label', listed: 'gmail_list_labels' }
}

/** The mailbox of the account that the settings name. */
export async function openGmail(settings: HttpSettings & GoogleSettings, runtime: Runtime): Promise<Gmail> {
  const google = await openGoogle('Gmail', settings, runtime, THINGS)
  const send: Gmail['send'] = async (request, turn) => {
    const path = request.path.startsWith('/') ? request.path.slice(1) : ACCOUNT + request.path
    const { body, rate_limit } = await google.request({
      ...request,
      path,
      signal: turn.signal,
      cost: unitsOf(request.method ?? 'GET', path)
    })
    if (rate_limit) turn.observe(rate_limit)
    return body
  }
  return { send, labels: openLabelBook(turn => send({ path: 'labels' }, turn)) }
}

import type { HttpSettings } from '../../../contract/http-settings.ts'
import type { Runtime } from '../../../contract/runtime.ts'
import type { Availability } from '../../../contract/tool.ts'
import { createGoogleClient } from '../../../lib/google/client.ts'
import type { GoogleSettings } from '../../../lib/google/settings.ts'
import type { UpstreamRequest } from '../../../lib/http/request.ts'
import { readProfile } from './api.ts'
import type { GmailCall } from './call.ts'
import { createLabelCache, type LabelCache } from './label-cache.ts'
import { unitsOf } from './quota.ts'

export interface Gmail {
  /** Sends a request and returns the body of the response. The path is relative to `gmail/v1/users/me/`, or absolute if it begins with a slash. */
  send: (request: Omit<UpstreamRequest, 'signal'>, call: GmailCall) => Promise<unknown>
  labels: LabelCache
}

const ACCOUNT = 'gmail/v1/users/me/'

const RESOURCES = {
  messages: { kind: 'message', listed_by: 'gmail_search_messages' },
  threads: { kind: 'conversation', listed_by: 'gmail_search_threads' },
  drafts: { kind: 'draft', listed_by: 'gmail_list_drafts' },
  labels: { kind: 'label', listed_by: 'gmail_list_labels' },
  filters: { kind: 'filter', listed_by: 'gmail_list_filters' }
}

/** Returns a client for the mailbox of the account in the settings. */
export async function connect(settings: HttpSettings & GoogleSettings, runtime: Runtime): Promise<Gmail> {
  const google = await createGoogleClient('Gmail', settings, runtime, RESOURCES)
  const send: Gmail['send'] = async (request, call) => {
    const path = request.path.startsWith('/') ? request.path.slice(1) : ACCOUNT + request.path
    const { body, rate_limit } = await google.request({
      ...request,
      path,
      signal: call.signal,
      cost: unitsOf(request.method ?? 'GET', path)
    })
    if (rate_limit) call.observe(rate_limit)
    return body
  }
  return { send, labels: createLabelCache(call => send({ path: 'labels' }, call)) }
}

interface Profile {
  email: string
  messages_total: number | null
  threads_total: number | null
  history_id: string | null
}

export async function getProfile(client: Gmail, call: GmailCall): Promise<Profile> {
  const { emailAddress, messagesTotal, threadsTotal, historyId } = readProfile(await client.send({ path: 'profile' }, call))
  return {
    email: emailAddress,
    messages_total: messagesTotal ?? null,
    threads_total: threadsTotal ?? null,
    history_id: historyId ?? null
  }
}

const CHECK_TIMEOUT_MS = 3000
const ignore = (): void => undefined

/** Returns whether Gmail accepts the credentials, and the reason if it does not. */
export async function checkAvailability(client: Gmail): Promise<Availability> {
  try {
    await getProfile(client, {
      signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
      caller: { id: 'gateway', scopes: [] },
      observe: ignore,
      warn: ignore,
      truncate: ignore
    })
    return { available: true }
  } catch (error) {
    return { available: false, reason: error instanceof Error ? error.message : String(error) }
  }
}

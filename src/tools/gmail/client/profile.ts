import type { Availability } from '../../../contract/tool.ts'
import type { Gmail } from './gmail.ts'
import type { Turn } from './turn.ts'

export interface Profile {
  email: string
  messages_total: number | null
  threads_total: number | null
  history_id: string | null
}

export async function getProfile(client: Gmail, turn: Turn): Promise<Profile> {
  const { emailAddress, messagesTotal, threadsTotal, historyId } = Object(await client.send({ path: 'profile' }, turn))
  return {
    email: String(emailAddress ?? ''),
    messages_total: messagesTotal ?? null,
    threads_total: threadsTotal ?? null,
    history_id: historyId ?? null
  }
}

const CHECK_MS = 3000
const ignore = (): void => undefined

/** Whether the account lets itself be asked. */
export async function availabilityOf(client: Gmail): Promise<Availability> {
  try {
    await getProfile(client, { signal: AbortSignal.timeout(CHECK_MS), observe: ignore, warn: ignore, truncate: ignore })
    return { available: true }
  } catch (error) {
    return { available: false, reason: error instanceof Error ? error.message : String(error) }
  }
}

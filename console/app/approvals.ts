import { computed, effect, signal } from '@preact/signals'
import { type ApiError, get, type Output, toApiError } from '../api/client.ts'
import { pause, readEvents } from '../api/events.ts'
import { now } from './clock.ts'
import { can } from './session.ts'

export type Approval = Output<'approvals_get'>

/** The approvals that were pending when the console connected, and all that changed since, by ID; undefined until they are read. */
export const approvals = signal<ReadonlyMap<string, Approval> | undefined>()

/** Why they cannot be followed. */
export const approvalsProblem = signal<ApiError | undefined>()

/** Those that wait for a decision. */
export const pending = computed(() =>
  [...(approvals.value?.values() ?? [])].filter(one => one.status === 'pending' && Date.parse(one.expires_at) > now.value)
)

/** Number of those that this key may decide. */
export const toDecide = computed(() => pending.value.filter(one => one.may_decide).length)

/** Shows the latest state of an approval. */
export function noteApproval(approval: Approval): void {
  approvals.value = new Map(approvals.peek()).set(approval.id, approval)
}

const LIST = { status: 'pending', limit: 100, max_items: 500 }
const RETRY_MS = 2_000
/** If a proxy blocks event streams, the list is read this often. */
const POLL_MS = 10_000

/** Follows the approvals as long as the session may. */
export function startApprovals(): void {
  const isAllowed = computed(() => can('approvals_list'))
  effect(() => {
    approvals.value = undefined
    if (!isAllowed.value) return
    const controller = new AbortController()
    follow(controller.signal)
    return () => controller.abort()
  })
}

async function follow(signal: AbortSignal): Promise<void> {
  let last: string | undefined
  const read = async (): Promise<void> => {
    const { items } = await get<Output<'approvals_list'>>('/v1/approvals', LIST, signal)
    approvals.value = new Map(items.map(one => [one.id, one]))
    approvalsProblem.value = undefined
  }
  while (!signal.aborted) {
    let hasReceived = false
    try {
      hasReceived = await readEvents(
        '/v1/approvals/events',
        {
          last,
          onOpen: read,
          onEvent: ({ data, id }) => {
            last = id ?? last
            noteApproval(JSON.parse(data))
          }
        },
        signal
      )
    } catch {
      await read().catch(error => {
        if (!signal.aborted) approvalsProblem.value = toApiError(error)
      })
    }
    await pause(hasReceived ? RETRY_MS : POLL_MS, signal)
  }
}

import { setTimeout } from 'node:timers/promises'
import { waitReason } from '../../../../contract/bulk-outcomes.ts'
import { OperationError } from '../../../../contract/errors.ts'
import { segment } from '../../../../lib/http/segment.ts'
import { flagOrNull, id, type Row, rows, text } from '../../../../lib/row.ts'
import type { Confluence } from '../connection.ts'
import { type ConfluenceCall, v1 } from '../request.ts'

/** Intervals between checks of a task: the first and the longest one. */
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 2000
/** One page takes seconds. */
const MAX_MS = 60_000

/** Archives a page. Confluence queues the request, so its task is polled until it is done. */
export async function archivePage(confluence: Confluence, page_id: string, call: ConfluenceCall): Promise<void> {
  const subject = { kind: 'page', name: page_id } as const
  const json = { pages: [{ id: Number(page_id) }] }
  const task = await confluence.row({ method: 'POST', path: `${v1('content')}/archive`, json, subject }, call)
  const path = `${v1('longtask')}/${segment(id(task))}`
  const until = Date.now() + MAX_MS
  for (let pause = FIRST_PAUSE_MS; Date.now() < until; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
    await setTimeout(pause, undefined, { signal: call.signal })
    const state = await confluence.row({ path, subject }, call).catch(error => unseen(page_id, error))
    if (flagOrNull(state, 'finished')) return ended(page_id, state)
  }
  throw notDone('unknown', `Confluence accepted the request to archive the page ${page_id}, but did not finish within a minute.`)
}

/** The task is running, whatever a check returns: temporary errors are retried, after others the outcome is unknown. */
function unseen(page_id: string, error: unknown): Row {
  if (!(error instanceof OperationError)) throw error
  const wait = waitReason(error)
  if (wait === 'rate_limit' || wait === 'network') return {}
  throw notDone('unknown', `Confluence accepted the request to archive the page ${page_id}, but its result is unknown: ${error.message}`)
}

function ended(page_id: string, task: Row): void {
  if (flagOrNull(task, 'successful') !== false) return
  const words = [...rows(task, 'errors'), ...rows(task, 'messages')].map(one => text(one, 'translation')).filter(Boolean)
  throw notDone(
    'not_executed',
    `Confluence could not archive the page ${page_id}: ${words.join('; ').slice(0, 500) || 'no reason was given'}`
  )
}

const notDone = (outcome: 'unknown' | 'not_executed', message: string): OperationError =>
  new OperationError('upstream_refused', message, { source: 'upstream', outcome })

import { setTimeout } from 'node:timers/promises'
import { waitReason } from '../../../contract/bulk-failure.ts'
import { OperationError } from '../../../contract/errors.ts'
import { flagOrNull, id, type Row, rows, text } from '../../../lib/row.ts'
import type { Confluence } from './connection.ts'
import { segment, type Turn, v1 } from './request.ts'

/** Between two looks at a task: at first, and at most. */
const FIRST_LOOK_MS = 100
const LATER_LOOKS_MS = 2000
/** A page alone takes seconds. */
const LONGEST_MS = 60_000

/** Puts a page into the archive. Confluence takes the request, and does it in its own time: it is asked until it has. */
export async function archivePage(confluence: Confluence, page_id: string, turn: Turn): Promise<void> {
  const about = { kind: 'page', name: page_id } as const
  const json = { pages: [{ id: Number(page_id) }] }
  const task = await confluence.row({ method: 'POST', path: `${v1('content')}/archive`, json, about }, turn)
  const path = `${v1('longtask')}/${segment(id(task))}`
  const until = Date.now() + LONGEST_MS
  for (let pause = FIRST_LOOK_MS; Date.now() < until; pause = Math.min(2 * pause, LATER_LOOKS_MS)) {
    await setTimeout(pause, undefined, { signal: turn.signal })
    const state = await confluence.row({ path, about }, turn).catch(error => unseen(page_id, error))
    if (flagOrNull(state, 'finished')) return ended(page_id, state)
  }
  throw notDone('unknown', `Confluence took the page ${page_id} for its archive, and has not done it within a minute.`)
}

/** It is under way, whatever a look at it meets: what passes is waited for, and of the rest nobody can say what came of it. */
function unseen(page_id: string, error: unknown): Row {
  if (!(error instanceof OperationError)) throw error
  const wait = waitReason(error)
  if (wait === 'rate_limit' || wait === 'network') return {}
  throw notDone('unknown', `Confluence took the page ${page_id} for its archive, and does not show what came of it: ${error.message}`)
}

function ended(page_id: string, task: Row): void {
  if (flagOrNull(task, 'successful') !== false) return
  const words = [...rows(task, 'errors'), ...rows(task, 'messages')].map(one => text(one, 'translation')).filter(Boolean)
  throw notDone(
    'not_executed',
    `Confluence could not archive the page ${page_id}: ${words.join('; ').slice(0, 500) || 'it does not say why'}`
  )
}

const notDone = (outcome: 'unknown' | 'not_executed', message: string): OperationError =>
  new OperationError('upstream_refused', message, { source: 'upstream', outcome })

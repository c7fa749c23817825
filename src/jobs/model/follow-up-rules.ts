import { OperationError, type Reason } from '../../contract/errors.ts'
import type { FollowUp } from '../../contract/job.ts'
import { type Meta, pendingOf } from './job-record.ts'
import { isTerminal } from './states.ts'

/** Why a follow-up job cannot be created. */
export interface Obstacle {
  reason: Reason
  message: string
  suggestions?: string[]
}

/** Returns why this follow-up cannot be created from a job in its present state; undefined if it can. */
export function obstacleTo(how: FollowUp, meta: Meta): Obstacle | undefined {
  return stateObstacle(how, meta) ?? kindObstacle(how, meta) ?? itemsObstacle(how, meta)
}

/** Throws if this follow-up cannot be created from the job. */
export function requireAllowed(how: FollowUp, meta: Meta): void {
  const obstacle = obstacleTo(how, meta)
  if (!obstacle) return
  const { reason, message, suggestions } = obstacle
  throw new OperationError(reason, message, {
    source: 'gateway',
    outcome: 'not_executed',
    current: meta.status,
    ...(suggestions && { suggestions })
  })
}

function stateObstacle(how: FollowUp, { id, status }: Meta): Obstacle | undefined {
  if (isTerminal(status) || (how === 'reconcile' && status === 'paused')) return undefined
  return {
    reason: 'illegal_transition',
    message: `Job ${id} is ${status}: ${how} needs a job that has ended${how === 'reconcile' ? ' or is paused' : ''}.`,
    suggestions: ['Follow it with jobs_get until it has ended, or stop it with jobs_cancel.']
  }
}

function kindObstacle(how: FollowUp, meta: Meta): Obstacle | undefined {
  const { id, parent } = meta
  if (meta.kind === 'call') return nothingToDo(`Job ${id} ran a single call: send the call again.`)
  if (meta.follows === 'reconcile')
    return nothingToDo(`Job ${id} only checked items of job ${parent}: use jobs_${how} with that job instead.`)
  if (how === 'undo' && !meta.undoable) return { reason: 'not_undoable', message: `Job ${id} cannot be undone: ${whyNotUndoable(meta)}.` }
  if (how === 'reconcile' && (!meta.reconcilable || meta.inverse))
    return {
      reason: 'not_reconcilable',
      message: `${meta.inverse ? `The undo of ${meta.operation}` : meta.operation} cannot check the outcome of its items.`,
      suggestions: ['Check the unknown items in the system itself; jobs_list_items with outcome unknown lists them.']
    }
  return undefined
}

function whyNotUndoable({ inverse, irreversible, operation }: Meta): string {
  if (inverse) return 'it is an undo itself; run the operation again instead'
  return irreversible ? `${operation} is irreversible` : `${operation} has no inverse`
}

function itemsObstacle(how: FollowUp, meta: Meta): Obstacle | undefined {
  const { id, counts, parent } = meta
  if (meta.itemsReturned)
    return nothingToDo(`Job ${id} did nothing and returned its items to job ${parent}: use jobs_${how} with that job instead.`)
  if (meta.dryRun) return nothingToDo(`Job ${id} was a dry run and did nothing: create the job itself, without dry_run.`)
  if (meta.phase === 'list') return nothingToDo(`Job ${id} ended before all of its items were listed: create the job again.`)
  if (how === 'undo') return counts.succeeded === 0 ? nothingToDo(`No item of job ${id} succeeded.`) : undefined
  if (how === 'reconcile') return counts.unknown === 0 ? nothingToDo(`No item of job ${id} is unknown.`) : undefined
  return counts.failed + counts.unknown + pendingOf(meta) === 0 ? nothingToDo(`Every item of job ${id} was done.`) : undefined
}

const nothingToDo = (message: string): Obstacle => ({ reason: 'nothing_to_do', message })

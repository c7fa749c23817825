import { OperationError, type Reason } from '../../contract/errors.ts'
import type { FollowUp } from '../../contract/jobs.ts'
import { type Meta, pendingOf } from '../meta.ts'
import { isTerminal } from '../states.ts'

export interface Obstacle {
  reason: Reason
  message: string
  suggestions?: string[]
}

/** Why a job of that kind cannot be made from this one as it stands; undefined where it can. */
export function obstacleTo(how: FollowUp, meta: Meta): Obstacle | undefined {
  return stateAgainst(how, meta) ?? kindAgainst(how, meta) ?? itemsAgainst(how, meta)
}

function stateAgainst(how: FollowUp, { id, status }: Meta): Obstacle | undefined {
  if (isTerminal(status) || (how === 'reconcile' && status === 'paused')) return undefined
  return {
    reason: 'illegal_transition',
    message: `Job ${id} is ${status}: ${how} is for jobs that have ended${how === 'reconcile' ? ' or are paused' : ''}.`,
    suggestions: ['Follow it with jobs_get until it has ended, or stop it with jobs_cancel.']
  }
}

function kindAgainst(how: FollowUp, meta: Meta): Obstacle | undefined {
  const { id, parent } = meta
  if (meta.kind === 'call') return nothing(`Job ${id} made one call: make the call again.`)
  if (meta.follows === 'reconcile')
    return { reason: 'nothing_to_do', message: `Job ${id} only looked: ask it of job ${parent}, whose items it looked at.` }
  if (how === 'undo' && !meta.undoable) return { reason: 'not_undoable', message: `Job ${id} cannot be undone: ${whyNot(meta)}.` }
  if (how === 'reconcile' && (!meta.reconcilable || meta.inverse))
    return {
      reason: 'not_reconcilable',
      message: `${meta.inverse ? `The undo of ${meta.operation}` : meta.operation} cannot look what became of its items.`,
      suggestions: ['Look at the unknown items in the system itself; jobs_list_items with outcome unknown names them.']
    }
  return undefined
}

function whyNot({ inverse, irreversible, operation }: Meta): string {
  if (inverse) return 'it is an undo itself; do the action again instead'
  return irreversible ? `what ${operation} does is irreversible` : `${operation} knows no way back`
}

function itemsAgainst(how: FollowUp, meta: Meta): Obstacle | undefined {
  const { id, counts, parent } = meta
  if (meta.givenBack) return nothing(`Job ${id} did nothing, and job ${parent} has its items again: ask it of that one.`)
  if (meta.dryRun) return nothing(`Job ${id} was a dry run, and did nothing: make the job itself, without dry_run.`)
  if (meta.phase === 'list') return nothing(`Job ${id} ended before its items were all listed: make the job again.`)
  if (how === 'undo') return counts.succeeded === 0 ? nothing(`No item of job ${id} succeeded.`) : undefined
  if (how === 'reconcile') return counts.unknown === 0 ? nothing(`No item of job ${id} is unknown.`) : undefined
  return counts.failed + counts.unknown + pendingOf(meta) === 0 ? nothing(`Every item of job ${id} was done.`) : undefined
}

const nothing = (message: string): Obstacle => ({ reason: 'nothing_to_do', message })

export function requireNone(how: FollowUp, meta: Meta): void {
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

import type { Call } from '../../api/client.ts'
import type { Job } from '../../api/follow.ts'
import { can } from '../../app/session.ts'

const VERBS = ['confirm', 'resume', 'pause', 'cancel', 'retry', 'reconcile', 'undo', 'delete'] as const
export type Verb = (typeof VERBS)[number]

/** Returns the actions that this key may take now. */
export const verbsOf = (job: Job): Verb[] => VERBS.filter(verb => job.links[verb] !== undefined && can(`jobs_${verb}`))

export const LABELS: Readonly<Record<Verb, string>> = {
  confirm: 'Confirm and start',
  resume: 'Resume',
  pause: 'Pause',
  cancel: 'Cancel',
  retry: 'Retry',
  reconcile: 'Reconcile',
  undo: 'Undo',
  delete: 'Delete'
}

/** Message after each action. */
export const DONE: Readonly<Record<Verb, string>> = {
  confirm: 'Job started',
  resume: 'Job resumed',
  pause: 'Pause requested',
  cancel: 'Cancel requested',
  retry: 'Retry created',
  reconcile: 'Check started',
  undo: 'Undo created',
  delete: 'Job deleted'
}

/** The call of an action. */
export function callOf(verb: Verb, { id, confirm_token: token }: Pick<Job, 'id' | 'confirm_token'>, body?: unknown): Call {
  const path = `/v1/jobs/${encodeURIComponent(id)}`
  if (verb === 'delete') return { method: 'DELETE', path }
  const content = verb === 'confirm' ? { confirm_token: token } : body
  return { method: 'POST', path: `${path}/${verb}`, ...(content !== undefined && { body: content }) }
}

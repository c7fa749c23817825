import { setTimeout as sleep } from 'node:timers/promises'
import { type ErrorDetails, OperationError } from '../../../contract/errors.ts'
import { flag, pick, type Row, rowOf, textOrNull } from '../../../lib/row.ts'
import type { MergeRequest } from '../schemas/merge-requests.ts'
import { mergesWithoutClosings, withoutClosings } from './closings.ts'
import type { GitLab } from './connection.ts'
import { type MergeRequestName, mergeRequestPlace } from './merge-requests.ts'
import { currentUser } from './probe.ts'
import type { Turn } from './request.ts'
import { approvalsOf, mergeRequestOf } from './shapes/merge-requests.ts'

/** GitLab looks behind the scenes whether a merge request can be merged, and says so until it knows. */
const UNSETTLED = ['unchecked', 'checking', 'preparing', 'approvals_syncing', 'cannot_be_merged_recheck']
const POLL_MS = 500
const MOST_POLLS = 30

interface MergeOrder extends MergeRequestName {
  sha?: string
  auto_merge: boolean
  squash?: boolean
  should_remove_source_branch?: boolean
  merge_commit_message?: string
  squash_commit_message?: string
}

/** Waits until GitLab knows whether it can be merged, then merges what was seen: of the sha that was given, else of the one that is there now. */
export async function mergeMergeRequest(gitlab: GitLab, order: MergeOrder, turn: Turn) {
  const { path, about } = await mergeRequestPlace(gitlab, order, turn)
  const seen = await settled(gitlab, path, about, turn)
  if (seen.state === 'merged') throw refusal('It is merged already.', seen)
  const { merge_commit_message, squash_commit_message } = order
  await withoutClosings(gitlab, { merge_commit_message, squash_commit_message }, turn)
  await mergesWithoutClosings(gitlab, { path, about }, turn)
  const given = pick(order, ['squash', 'should_remove_source_branch', 'merge_commit_message', 'squash_commit_message'])
  // The old name is what servers before 17.11 know.
  const auto = order.auto_merge ? { auto_merge: true, merge_when_pipeline_succeeds: true } : {}
  const json = { ...given, ...auto, sha: order.sha ?? seen.sha ?? undefined }
  try {
    const merged = mergeRequestOf(await gitlab.row({ method: 'PUT', path: `${path}/merge`, json, about }, turn))
    return { ...merged, outcome: merged.state === 'merged' ? ('merged' as const) : ('scheduled' as const) }
  } catch (error) {
    throw await explained(gitlab, error, { path, about, seen, given: order.sha }, turn)
  }
}

/** What was tried: the merge request as it was seen, and the sha that the caller gave. */
interface Tried {
  path: string
  about: { kind: string; name: string }
  seen: MergeRequest
  given: string | undefined
}

async function settled(gitlab: GitLab, path: string, about: { kind: string; name: string }, turn: Turn): Promise<MergeRequest> {
  for (let polls = 0; ; polls++) {
    const seen = mergeRequestOf(await gitlab.row({ path, about }, turn))
    if (!UNSETTLED.includes(seen.merge_status ?? '') || polls === MOST_POLLS) return seen
    await sleep(POLL_MS, undefined, { signal: turn.signal })
  }
}

/** 405 and 406: it cannot be merged as it stands; 409: something newer is there; 401: this user may not. */
async function explained(gitlab: GitLab, error: unknown, tried: Tried, turn: Turn): Promise<unknown> {
  if (!(error instanceof OperationError)) return error
  const status = rowOf(error.details.upstream)['status']
  if (status === 405 || status === 406 || status === 422) return refusal(error.message, tried.seen, error.details)
  if (status === 409) return await outdated(gitlab, error, tried, turn)
  return await mayNot(gitlab, error, turn)
}

/** Somebody pushed: the sha that is there now is not the one that was seen, and is read again. */
async function outdated(gitlab: GitLab, error: OperationError, { path, about, seen, given }: Tried, turn: Turn): Promise<OperationError> {
  const { sha } = await gitlab.row({ path, about }, turn).then(mergeRequestOf, () => ({ sha: null }))
  if (sha !== null && sha === (given ?? seen.sha)) return refusal(error.message, seen, error.details)
  const newer = given === undefined ? 'got new commits while it was being merged' : 'has newer commits than the sha that was given'
  return new OperationError('version_conflict', `The merge request ${newer}. Nothing was merged.`, {
    ...error.details,
    current: { sha },
    suggestions: ['Look at what is new with gitlab_list_merge_request_diffs, then give the current sha.']
  })
}

const refusal = (
  message: string,
  { state, merge_status, has_conflicts, draft }: MergeRequest,
  details: ErrorDetails = {}
): OperationError =>
  new OperationError('not_mergeable', message, {
    source: 'upstream',
    outcome: 'not_executed',
    ...details,
    current: { state, merge_status, has_conflicts, draft },
    suggestions: ADVICE[merge_status ?? ''] ?? ['details.current says how it stands; gitlab_get_merge_request tells more.']
  })

const ADVICE: Readonly<Record<string, string[]>> = {
  draft_status: ['It is a draft: take "Draft:" off its title with gitlab_update_merge_request.'],
  conflict: ['It conflicts with the target branch: rebase it with gitlab_rebase_merge_request, or solve the conflicts in git.'],
  need_rebase: ['Rebase it with gitlab_rebase_merge_request.'],
  ci_must_pass: ['Its pipeline must succeed first: gitlab_list_merge_request_pipelines, or merge with auto_merge.'],
  ci_still_running: ['Its pipeline still runs: merge with auto_merge, or wait.'],
  not_approved: ['It lacks approvals: gitlab_get_merge_request_approvals.'],
  discussions_not_resolved: ['Threads are open: gitlab_list_discussions, then gitlab_resolve_discussion.']
}

/** GitLab answers 401 also to a good token whose user may not do this; whether it is good is asked. */
async function mayNot(gitlab: GitLab, error: OperationError, turn: Turn): Promise<unknown> {
  if (rowOf(error.details.upstream)['status'] !== 401 || error.reason !== 'authentication_failed') return error
  try {
    await currentUser(gitlab, turn)
  } catch {
    return error
  }
  return new OperationError('insufficient_permissions', 'The user of the token may not do this with this merge request.', {
    ...error.details,
    suggestions: ['Who may approve or merge is set in the project; the author of a merge request often may not approve it.']
  })
}

/** GitLab rebases behind the scenes: this waits for the end, as long as the call may take. */
export async function rebaseMergeRequest(gitlab: GitLab, { skip_ci, ...name }: MergeRequestName & { skip_ci: boolean }, turn: Turn) {
  const { path, about } = await mergeRequestPlace(gitlab, name, turn)
  await gitlab.send({ method: 'PUT', path: `${path}/rebase`, json: { skip_ci }, about }, turn)
  for (let polls = 0; ; polls++) {
    const row = await gitlab.row({ path, query: { include_rebase_in_progress: true }, about }, turn)
    const rebasing = flag(row, 'rebase_in_progress')
    const error = textOrNull(row, 'merge_error')
    if (!rebasing && error !== null) throw refusal(`GitLab could not rebase it: ${error}`, mergeRequestOf(row), { outcome: 'executed' })
    if (!rebasing || polls === MOST_POLLS) return { ...mergeRequestOf(row), rebase_in_progress: rebasing }
    await sleep(POLL_MS, undefined, { signal: turn.signal })
  }
}

/** The state of the rules says nothing on servers without them: what was approved is read where it always stands. */
export async function getApprovals(gitlab: GitLab, name: MergeRequestName, turn: Turn) {
  const { path, about } = await mergeRequestPlace(gitlab, name, turn)
  return approvalsOf(await gitlab.row({ path: `${path}/approvals`, about }, turn))
}

export async function setApproval(gitlab: GitLab, { sha, ...name }: MergeRequestName & { sha?: string }, approve: boolean, turn: Turn) {
  const { path, about } = await mergeRequestPlace(gitlab, name, turn)
  const json: Row = { ...(sha !== undefined && { sha }) }
  try {
    await gitlab.send({ method: 'POST', path: `${path}/${approve ? 'approve' : 'unapprove'}`, json, about }, turn)
  } catch (error) {
    throw error instanceof OperationError ? await mayNot(gitlab, error, turn) : error
  }
  return await getApprovals(gitlab, name, turn)
}

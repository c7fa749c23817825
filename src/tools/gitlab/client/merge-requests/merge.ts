import { setTimeout as sleep } from 'node:timers/promises'
import { type ErrorDetails, OperationError } from '../../../../contract/errors.ts'
import type { Subject } from '../../../../lib/http/request.ts'
import { flag, pick, type Row, rowOf, textOrNull } from '../../../../lib/row.ts'
import type { MergeRequest } from '../../schemas/merge-requests.ts'
import { currentUser } from '../account.ts'
import type { GitLab } from '../connection.ts'
import { approvalsOf, mergeRequestOf } from '../mappers/merge-requests.ts'
import type { GitLabCall } from '../request.ts'
import { rejectAutoClose, rejectAutoCloseByMerge } from './auto-close.ts'
import { type MergeRequestRef, mergeRequestTarget } from './merge-requests.ts'

/** Merge statuses while GitLab still checks, in the background, whether a merge request can be merged. */
const PENDING_STATUSES = ['unchecked', 'checking', 'preparing', 'approvals_syncing', 'cannot_be_merged_recheck']
const POLL_MS = 500
const MAX_POLLS = 30

interface MergeInput extends MergeRequestRef {
  sha?: string
  auto_merge: boolean
  squash?: boolean
  should_remove_source_branch?: boolean
  merge_commit_message?: string
  squash_commit_message?: string
}

/** Waits until GitLab knows whether it can be merged, then merges exactly one commit: `sha`, or the current one as read before the merge. */
export async function mergeMergeRequest(gitlab: GitLab, input: MergeInput, call: GitLabCall) {
  const { path, subject } = await mergeRequestTarget(gitlab, input, call)
  const seen = await readSettled(gitlab, path, subject, call)
  if (seen.state === 'merged') throw refusal('The merge request is already merged.', seen)
  const { merge_commit_message, squash_commit_message } = input
  await rejectAutoClose(gitlab, { merge_commit_message, squash_commit_message }, call)
  await rejectAutoCloseByMerge(gitlab, { path, subject }, call)
  const options = pick(input, ['squash', 'should_remove_source_branch', 'merge_commit_message', 'squash_commit_message'])
  // Servers before 17.11 know only the old name.
  const auto = input.auto_merge ? { auto_merge: true, merge_when_pipeline_succeeds: true } : {}
  const json = { ...options, ...auto, sha: input.sha ?? seen.sha ?? undefined }
  try {
    const merged = mergeRequestOf(await gitlab.row({ method: 'PUT', path: `${path}/merge`, json, subject }, call))
    return { ...merged, outcome: merged.state === 'merged' ? ('merged' as const) : ('scheduled' as const) }
  } catch (error) {
    throw await mergeError(gitlab, error, { path, subject, seen, requestedSha: input.sha }, call)
  }
}

/** A failed merge: the merge request as it was read before, and the sha from the input. */
interface FailedMerge {
  path: string
  subject: Subject
  seen: MergeRequest
  requestedSha: string | undefined
}

async function readSettled(gitlab: GitLab, path: string, subject: Subject, call: GitLabCall): Promise<MergeRequest> {
  for (let polls = 0; ; polls++) {
    const seen = mergeRequestOf(await gitlab.row({ path, subject }, call))
    if (!PENDING_STATUSES.includes(seen.merge_status ?? '') || polls === MAX_POLLS) return seen
    await sleep(POLL_MS, undefined, { signal: call.signal })
  }
}

/** 405, 406 and 422: it cannot be merged; 409: there are newer commits; 401: the user lacks permission. */
async function mergeError(gitlab: GitLab, error: unknown, failed: FailedMerge, call: GitLabCall): Promise<unknown> {
  if (!(error instanceof OperationError)) return error
  const status = rowOf(error.details.upstream)['status']
  if (status === 405 || status === 406 || status === 422) return refusal(error.message, failed.seen, error.details)
  if (status === 409) return await conflictError(gitlab, error, failed, call)
  return await permissionError(gitlab, error, call)
}

/** After a 409: reads the merge request again. If its sha changed, there are newer commits. */
async function conflictError(
  gitlab: GitLab,
  error: OperationError,
  { path, subject, seen, requestedSha }: FailedMerge,
  call: GitLabCall
): Promise<OperationError> {
  const { sha } = await gitlab.row({ path, subject }, call).then(mergeRequestOf, () => ({ sha: null }))
  if (sha !== null && sha === (requestedSha ?? seen.sha)) return refusal(error.message, seen, error.details)
  const newer = requestedSha === undefined ? 'got new commits during the merge' : 'has newer commits than sha'
  return new OperationError('version_conflict', `The merge request ${newer}. Nothing was merged.`, {
    ...error.details,
    current: { sha },
    suggestions: ['Review the new changes with gitlab_list_merge_request_diffs, then send the current sha.']
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
    suggestions: ADVICE.get(merge_status ?? '') ?? ['details.current shows its state; gitlab_get_merge_request returns more.']
  })

const ADVICE: ReadonlyMap<string, string[]> = new Map(
  Object.entries<string[]>({
    draft_status: ['It is a draft: remove "Draft:" from its title with gitlab_update_merge_request.'],
    conflict: ['It conflicts with the target branch: rebase it with gitlab_rebase_merge_request, or resolve the conflicts in git.'],
    need_rebase: ['Rebase it with gitlab_rebase_merge_request.'],
    ci_must_pass: ['Its pipeline must succeed first: check gitlab_list_merge_request_pipelines, or merge with auto_merge.'],
    ci_still_running: ['Its pipeline is still running: merge with auto_merge, or wait.'],
    not_approved: ['It lacks approvals: see gitlab_get_merge_request_approvals.'],
    discussions_not_resolved: [
      'Threads are unresolved: find them with gitlab_list_discussions, and resolve them with gitlab_resolve_discussion.'
    ]
  })
)

/** GitLab returns 401 even if a valid token's user lacks permission. Reads the user, to distinguish the two. */
async function permissionError(gitlab: GitLab, error: OperationError, call: GitLabCall): Promise<unknown> {
  if (rowOf(error.details.upstream)['status'] !== 401 || error.reason !== 'authentication_failed') return error
  try {
    await currentUser(gitlab, call)
  } catch {
    return error
  }
  return new OperationError('insufficient_permissions', "The token's user may not approve or merge this merge request.", {
    ...error.details,
    suggestions: ['The project settings decide who may approve and merge; authors often may not approve their own merge requests.']
  })
}

/** GitLab rebases in the background: polls until the rebase ends, or returns with `rebase_in_progress` after 15 s. */
export async function rebaseMergeRequest(gitlab: GitLab, { skip_ci, ...name }: MergeRequestRef & { skip_ci: boolean }, call: GitLabCall) {
  const { path, subject } = await mergeRequestTarget(gitlab, name, call)
  await gitlab.send({ method: 'PUT', path: `${path}/rebase`, json: { skip_ci }, subject }, call)
  for (let polls = 0; ; polls++) {
    const row = await gitlab.row({ path, query: { include_rebase_in_progress: true }, subject }, call)
    const rebasing = flag(row, 'rebase_in_progress')
    const error = textOrNull(row, 'merge_error')
    if (!rebasing && error !== null)
      throw refusal(`GitLab could not rebase the branch: ${error}`, mergeRequestOf(row), { outcome: 'executed' })
    if (!rebasing || polls === MAX_POLLS) return { ...mergeRequestOf(row), rebase_in_progress: rebasing }
    await sleep(POLL_MS, undefined, { signal: call.signal })
  }
}

/** Reads `approvals`, which every edition has; the state of approval rules is empty on servers without them. */
export async function getApprovals(gitlab: GitLab, name: MergeRequestRef, call: GitLabCall) {
  const { path, subject } = await mergeRequestTarget(gitlab, name, call)
  return approvalsOf(await gitlab.row({ path: `${path}/approvals`, subject }, call))
}

export async function setApproval(
  gitlab: GitLab,
  { sha, ...name }: MergeRequestRef & { sha?: string },
  approve: boolean,
  call: GitLabCall
) {
  const { path, subject } = await mergeRequestTarget(gitlab, name, call)
  const json: Row = { ...(sha !== undefined && { sha }) }
  try {
    await gitlab.send({ method: 'POST', path: `${path}/${approve ? 'approve' : 'unapprove'}`, json, subject }, call)
  } catch (error) {
    throw error instanceof OperationError ? await permissionError(gitlab, error, call) : error
  }
  return await getApprovals(gitlab, name, call)
}

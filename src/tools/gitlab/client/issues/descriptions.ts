import { OperationError } from '../../../../contract/errors.ts'
import { findPositions } from '../../../../lib/find-text.ts'
import { invalidField } from '../../../../lib/invalid-field.ts'
import { text, textOrNull, time } from '../../../../lib/row.ts'
import type { GitLab } from '../connection.ts'
import { rejectQuickActions } from '../content/quick-actions.ts'
import type { GitLabCall } from '../request.ts'

interface TextEdit {
  old_text: string
  new_text: string
}

interface DescriptionEdit {
  project?: string
  issue_iid?: number
  merge_request_iid?: number
  edits: TextEdit[]
  expected_updated_at?: string
}

/** Applies all edits to the description of an issue or merge request, or none. Each old text must occur exactly once. */
export async function editDescription(gitlab: GitLab, input: DescriptionEdit, call: GitLabCall) {
  for (const [index, { new_text }] of input.edits.entries()) rejectQuickActions(new_text, `edits[${index}].new_text`)
  const { project: reference, issue_iid, merge_request_iid, edits, expected_updated_at } = input
  const project = await gitlab.project(reference, call)
  const request =
    issue_iid === undefined
      ? { path: `${project.path}/merge_requests/${merge_request_iid}`, subject: project.subject('merge request', `!${merge_request_iid}`) }
      : { path: `${project.path}/issues/${issue_iid}`, subject: project.subject('issue', `#${issue_iid}`) }
  const before = await gitlab.row(request, call)
  const changed_at = time(before, 'updated_at')
  if (expected_updated_at !== undefined && changed_at !== null && Date.parse(changed_at) !== Date.parse(expected_updated_at))
    throw new OperationError('version_conflict', `The ${request.subject.kind} was changed at ${changed_at}; nothing was written.`, {
      source: 'gateway',
      outcome: 'not_executed',
      suggestions: ['Read it again, and send its updated_at.']
    })
  let description = text(before, 'description')
  for (const [index, edit] of edits.entries()) description = await applyEdit(description, edit, index, call.signal)
  rejectQuickActions(description, 'edits')
  const after = await gitlab.row({ method: 'PUT', ...request, json: { description } }, call)
  return { description: textOrNull(after, 'description'), edits: edits.length, updated_at: time(after, 'updated_at') }
}

async function applyEdit(description: string, { old_text, new_text }: TextEdit, index: number, signal: AbortSignal): Promise<string> {
  const [at, ...others] = await findPositions(description, old_text, signal, { limit: 2, overlapping: true })
  if (at === undefined || others.length > 0)
    throw invalidField(
      `edits[${index}].old_text`,
      at === undefined ? 'does not occur in the description' : 'occurs several times',
      'a text that occurs exactly once, such as a whole line'
    )
  return description.slice(0, at) + new_text + description.slice(at + old_text.length)
}

import { invalidField } from '../../../../lib/invalid-field.ts'

/** Operations that do what a quick action of GitLab does. */
const OPERATIONS: readonly (readonly [operation: string, actions: readonly string[]])[] = [
  ['gitlab_close_issue or gitlab_close_merge_request', ['close', 'duplicate']],
  ['gitlab_reopen_issue or gitlab_reopen_merge_request', ['reopen']],
  ['gitlab_merge_merge_request', ['merge']],
  ['gitlab_rebase_merge_request', ['rebase']],
  ['gitlab_approve_merge_request', ['approve']],
  ['gitlab_unapprove_merge_request', ['unapprove']],
  ['gitlab_move_issue', ['move']],
  ['gitlab_create_issue', ['clone']],
  ['gitlab_create_merge_request', ['create_merge_request']],
  ['gitlab_add_issue_link', ['relate', 'link', 'blocks', 'blocked_by']],
  ['gitlab_create_tag', ['tag']],
  ['gitlab_update_merge_request', ['draft', 'ready', 'wip', 'target_branch', 'reviewer', 'assign_reviewer', 'request_review']]
]
const UPDATES = /^(re|un|remove_|clear_)?(assign|label|labels|milestone|due|due_date|weight|title|confidential|lock)$/

/**
 * Throws invalid_field_value if a line of the text could be a quick action. GitLab would run it with the permissions of the token, and so bypass
 * the key's scopes, confirmations and project allowlists. An operation does the same with all of these checks.
 */
export function rejectQuickActions(text: string | undefined, property: string): void {
  const action = text === undefined ? undefined : quickActionIn(text)
  if (action === undefined) return
  throw invalidField(
    property,
    `has a line that GitLab may run as the quick action /${action}`,
    `${operationFor(action)}; to only mention it, put the line in backticks or in a code block`
  )
}

function operationFor(action: string): string {
  const [found] = OPERATIONS.find(([, actions]) => actions.includes(action)) ?? []
  return (
    found ??
    (UPDATES.test(action) ? 'gitlab_update_issue or gitlab_update_merge_request' : 'an operation that does the same, if there is one')
  )
}

/** The quick actions of all versions of GitLab so far. Another word after a slash is text, such as a path: /login. */
const KNOWN = new Set(
  `add_child add_contacts add_email add_linked_resource approve assign assign_reviewer award blocked_by blocks board_move cc
  checkin_reminder child_epic clear_health_status clear_milestone clear_parent clear_weight clone close confidential convert_to_ticket
  copy_metadata create_merge_request discussion_lock discussion_unlock done draft due due_date duplicate epic estimate estimate_time
  health_status invite_email iteration label labels link linked_items lock merge milestone move not_confidential page parent parent_epic
  promote promote_to promote_to_incident publish q react ready reassign reassign_reviewer rebase relabel relate remind_me
  remove_assignee remove_child remove_child_epic remove_contacts remove_due_date remove_email remove_epic remove_estimate
  remove_iteration remove_label remove_milestone remove_parent remove_parent_epic remove_reviewer remove_spent remove_time_estimate
  remove_time_spent reopen reply request_changes request_review resolve reviewer run_pipeline severity set_parent ship shrug spend spend_time
  spent status submit_review subscribe tableflip tag target_branch task timeline title todo type unapprove unassign unassign_reviewer
  unlabel unlink unlock unsubscribe weight wip zoom remove_zoom`.split(/\s+/)
)

/** A slash and a word, then a space or the end. Paths such as /usr/bin do not match. */
const QUICK_ACTION = /^\s*\/([a-z_][\w-]*)(?=\s|$)(.*)/i

/** What only quick actions have after their word: a user, label, milestone, issue, merge request or epic. A later version may know the word. */
const REFERENCE = /^\s+(?:@\w|[~%]["\w]|[\w/.-]*[#!&]\d)/

function actionIn(line: string): string | undefined {
  const [, word, rest = ''] = QUICK_ACTION.exec(line) ?? []
  const action = word?.toLowerCase()
  return action !== undefined && (KNOWN.has(action) || REFERENCE.test(rest)) ? action : undefined
}

/** Some versions drop a carriage return, others end the line at it: both readings are checked. */
function quickActionIn(text: string): string | undefined {
  const readings = text.includes('\r') ? [text.replaceAll('\r', ''), text.replaceAll('\r', '\n')] : [text]
  const lines = readings.flatMap(reading => outsideCodeBlocks(reading.split('\n')))
  return lines.map(actionIn).find(action => action !== undefined)
}

const OPENING_FENCE = /^```[\w+.#-]*$/
const FENCE = /^\s*```/

/** Lines that may begin another kind of block, in which three backticks have no or another meaning. */
const AMBIGUOUS = /```|~~~|^\s*(?:<|>>>)|^`$|^(?:---|\+\+\+|;;;)/

/**
 * Returns the lines outside of code blocks. A block counts only if every version of GitLab reads it as one: fences of three backticks without
 * indentation, at least one line between them, and nothing in the rest of the text that could change the meaning of a fence.
 */
function outsideCodeBlocks(lines: readonly string[]): readonly string[] {
  const outside: string[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    const end = OPENING_FENCE.test(line) ? nextFence(lines, index + 1) : -1
    if (end > index + 1 && lines[end] === '```') index = end
    else outside.push(line)
  }
  return outside.some(line => AMBIGUOUS.test(line)) ? lines : outside
}

/** Returns the index of the first fence from `start` on; -1 if there is none. */
function nextFence(lines: readonly string[], start: number): number {
  for (let at = start; at < lines.length; at++) if (FENCE.test(lines[at] ?? '')) return at
  return -1
}

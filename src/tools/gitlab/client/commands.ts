import { misgiven } from '../../../lib/misgiven.ts'

/** Which operation does what a command of GitLab does. */
const DOES: readonly (readonly [operation: string, commands: readonly string[]])[] = [
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
const CHANGES = /^(re|un|remove_|clear_)?(assign|label|labels|milestone|due|due_date|weight|title|confidential|lock)$/

/**
 * Refuses a text with a line that GitLab would run as a command. It would be run with the rights of the token, and so past the scopes of the
 * key, past confirmations and past the projects that may be used: what a command does has an operation, where all of these are looked at.
 */
export function withoutCommands(text: string | undefined, property: 'body' | 'description'): void {
  const command = text === undefined ? undefined : commandIn(text)
  if (command === undefined) return
  throw misgiven(
    property,
    `has a line that GitLab may run as the command /${command}`,
    `${operationFor(command)}; where it is only spoken of, the line in backticks, or a block of code`
  )
}

function operationFor(command: string): string {
  const [found] = DOES.find(([, commands]) => commands.includes(command)) ?? []
  return found ?? (CHANGES.test(command) ? 'gitlab_update_issue or gitlab_update_merge_request' : 'an operation that does the same, if any')
}

/** A slash and a word, then a blank or the end. Which words GitLab knows differs from version to version; paths as /usr/bin are none. */
const COMMAND = /^\s*\/([a-z_][\w-]*)(?=\s|$)/i

/** A carriage return is dropped by some versions, and ends a line for others. */
function commandIn(text: string): string | undefined {
  const readings = text.includes('\r') ? [text.replaceAll('\r', ''), text.replaceAll('\r', '\n')] : [text]
  const lines = readings.flatMap(reading => outsideCode(reading.split('\n')))
  return lines.map(line => COMMAND.exec(line)?.[1]?.toLowerCase()).find(command => command !== undefined)
}

const OPENS = /^```[\w+.#-]*$/
const FENCE = /^\s*```/

/** What may begin something else, in which three backticks mean nothing or another thing. */
const STRANGE = /```|~~~|^\s*(?:<|>>>)|^`$|^(?:---|\+\+\+|;;;)/

/**
 * The lines that stand in no block of code. A block is believed only where every version of GitLab takes it for one: fences of three backticks
 * at the left, something between them, and in the rest of the text nothing that could make a fence mean another thing.
 */
function outsideCode(lines: readonly string[]): readonly string[] {
  const outside: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const end = OPENS.test(line) ? lines.findIndex((other, place) => place > at && FENCE.test(other)) : -1
    if (end > at + 1 && lines[end] === '```') at = end
    else outside.push(line)
  }
  return outside.some(line => STRANGE.test(line)) ? lines : outside
}

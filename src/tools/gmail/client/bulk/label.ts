import { OperationError } from '../../../../contract/errors.ts'
import type { ApiLabel } from '../api.ts'
import type { GmailBulkCall } from './select.ts'

/** Labels that only Gmail sets, or that have an operation of their own. */
const NOT_SETTABLE: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    SENT: 'Gmail sets it on sent messages',
    DRAFT: 'Gmail sets it on drafts',
    CHAT: 'Gmail sets it on chats',
    TRASH: 'use bulk_trash_messages or bulk_untrash_messages'
  })
)

/** Returns the label with a name or ID. Throws if a caller cannot add and remove it. */
export async function settableLabel(nameOrId: string, path: string, call: GmailBulkCall): Promise<ApiLabel> {
  const label = await call.client.labels.one(nameOrId, path, call)
  const why = NOT_SETTABLE.get(label.id)
  if (why === undefined) return label
  const message = `the label ${label.name} cannot be added or removed`
  throw new OperationError('invalid_field_value', `${path}: ${message} (${why}).`, {
    source: 'gateway',
    outcome: 'not_executed',
    issues: [{ path, message: `${message} (${why})`, expected: 'a label other than SENT, DRAFT, CHAT and TRASH' }]
  })
}

/** Names that a search can express. How Gmail's search spells other characters is undocumented. */
const SEARCHABLE_NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_ /.-]*$/u

/** Returns the name as a search writes it, with hyphens for spaces and slashes. */
const searchName = (name: string): string => name.toLowerCase().replace(/[ /]/g, '-')

/** Returns the search term that excludes messages with the label; none if the term is ambiguous or cannot be written. */
export async function withoutLabel({ id, name }: ApiLabel, call: GmailBulkCall): Promise<string[]> {
  const others = (await call.client.labels.all(call)).filter(label => label.id !== id)
  if (SEARCHABLE_NAME.test(name) && !others.some(label => searchName(label.name) === searchName(name)))
    return [`-label:${searchName(name)}`]
  call.warn(
    `Messages that already have the label ${name} are listed too, because Gmail cannot exclude this name from a search. Undo removes the label from them as well.`
  )
  return []
}

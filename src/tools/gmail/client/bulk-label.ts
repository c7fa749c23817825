import { OperationError } from '../../../contract/errors.ts'
import type { ApiLabel } from './api.ts'
import type { BulkTurn } from './bulk-select.ts'

/** What Gmail gives and takes by itself, or by another action. */
const BY_ITSELF: Readonly<Record<string, string>> = {
  SENT: 'Gmail itself gives it to what is sent',
  DRAFT: 'Gmail itself gives it to drafts',
  CHAT: 'Gmail itself gives it to chats',
  TRASH: 'use bulk_trash_messages or bulk_untrash_messages'
}

/** The label of a name or id, that may be put on and taken off. */
export async function labelToSet(given: string, path: string, call: BulkTurn): Promise<ApiLabel> {
  const label = await call.client.labels.one(given, path, call)
  const why = BY_ITSELF[label.id]
  if (why === undefined) return label
  throw new OperationError('invalid_field_value', `${label.name} is no label to set: ${why}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    issues: [{ path, message: `${label.name} is no label to set`, expected: why }]
  })
}

/** Names that a search can say: of other characters nobody knows what Gmail makes. */
const PLAIN = /^[\p{L}\p{N}_][\p{L}\p{N}_ /.-]*$/u

/** As a search writes it: blanks and slashes are hyphens there. */
const written = (name: string): string => name.toLowerCase().replace(/[ /]/g, '-')

/** The term that leaves out messages that have the label already; none where the term could mean another label as well. */
export async function withoutLabel({ id, name }: ApiLabel, call: BulkTurn): Promise<string[]> {
  const others = (await call.client.labels.all(call)).filter(label => label.id !== id)
  if (PLAIN.test(name) && !others.some(label => written(label.name) === written(name))) return [`-label:${written(name)}`]
  call.warn(
    `Messages that have the label ${name} already are listed too: Gmail cannot leave them out by that name. Undo takes it off them as well.`
  )
  return []
}

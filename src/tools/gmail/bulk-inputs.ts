import { missingProperty, type Requirement } from '../../contract/requires.ts'
import { brief } from '../../lib/format.ts'
import type { MessageSelection } from './client/bulk/select.ts'
import { messageFilters } from './inputs.ts'

const RULE = 'Set either ids, or at least one filter (query, from, to, subject, text, labels, after, before, unread, has_attachment).'

const filtersIn = (input: Record<string, unknown>): string[] =>
  Object.keys(messageFilters).filter(name => {
    const value = input[name]
    return name !== 'include_spam_trash' && value !== undefined && !(Array.isArray(value) && value.length === 0)
  })

/** Requires IDs or a filter: without either, the job would act on the whole mailbox. */
export const messagesOrIds: Requirement = {
  text: RULE,
  check(input) {
    const [filter] = filtersIn(input)
    if (input['ids'] === undefined) return filter === undefined ? missingProperty('ids', 'a filter', RULE) : undefined
    return filter === undefined ? undefined : { path: filter, message: 'cannot be combined with ids', expected: RULE }
  }
}

/** Returns whether the caller selected the messages by ID. */
export const selectsById = (selection: MessageSelection): boolean => filtersIn({ ...selection }).length === 0

/** Errors of the items of a job that changes labels. */
export const CHANGE_ERRORS = {
  upstream_not_found: 'The message does not exist, or no longer exists',
  version_conflict: 'On undo: the message was moved to the trash after the job changed it, so undo did not change it'
} as const

/** Describes the selected messages, or the conversations with such a message, for the confirmation prompt. */
export function describeSelection(selection: MessageSelection, what: 'messages' | 'conversations' = 'messages'): string {
  if (selectsById(selection)) return `the given ${what}`
  const { query, from, to, subject, text, labels, after, before, unread, has_attachment, include_spam_trash } = selection
  const part = (word: string, value: string | undefined): string[] => (value === undefined ? [] : [`${word} ${brief(value)}`])
  return [
    `the ${unread === undefined ? '' : unread ? 'unread ' : 'read '}${what}`,
    ...part('from', from),
    ...part('to', to),
    ...part('about', subject),
    ...part('with the text', text),
    ...(labels.length === 0 ? [] : [`labeled ${brief(labels.join(', '))}`]),
    ...(has_attachment === undefined ? [] : [has_attachment ? 'with attachments' : 'without attachments']),
    ...part('since', after),
    ...part('before', before),
    ...part('matching', query),
    ...(include_spam_trash ? ['(including spam and trash)'] : [])
  ].join(' ')
}

/** Description of how every job on messages runs. */
export const BATCH_BEHAVIOR =
  'The job shows a preview, and changes nothing until you confirm it. Gmail accepts up to 1,000 messages per request and confirms only the whole request, so a message deleted after it was listed counts as succeeded. Returns the job: poll it with jobs_get.'

/** The same for jobs that change labels. */
export const LABEL_CHANGE_BEHAVIOR = `Messages in ids are checked first: missing ones fail, and those already in the requested state are skipped. ${BATCH_BEHAVIOR}`

import { lacking, type Requirement } from '../../contract/requires.ts'
import { brief } from '../../lib/format.ts'
import type { MailInput } from './client/bulk-select.ts'
import { mailFilters } from './inputs.ts'

const RULE =
  'Give ids, or at least one condition (query, from, to, subject, text, labels, after, before, unread, has_attachment); not both.'

const conditionsIn = (input: Record<string, unknown>): string[] =>
  Object.keys(mailFilters).filter(name => {
    const value = input[name]
    return name !== 'include_spam_trash' && value !== undefined && !(Array.isArray(value) && value.length === 0)
  })

/** The messages are named, or selected; never all that there are by leaving everything out. */
export const messagesOrIds: Requirement = {
  text: RULE,
  check(input) {
    const [condition] = conditionsIn(input)
    if (input['ids'] === undefined) return condition === undefined ? lacking('ids', 'a condition', RULE) : undefined
    return condition === undefined ? undefined : { path: condition, message: 'does not go with ids', expected: RULE }
  }
}

/** Whether the caller named the messages. */
export const areNamed = (mail: MailInput): boolean => conditionsIn({ ...mail }).length === 0

/** What a job may meet that changes labels. */
export const CHANGE_ERRORS = {
  upstream_not_found: 'A message is gone, or was never there',
  version_conflict: 'On undo: somebody moved the message to the trash since; it was left alone'
} as const

/** Which messages, as a question to a person says it. */
export function mailSaid(mail: MailInput): string {
  if (areNamed(mail)) return 'the named messages'
  const { query, from, to, subject, text, labels, after, before, unread, has_attachment, include_spam_trash } = mail
  const said = (word: string, value: string | undefined): string[] => (value === undefined ? [] : [`${word} ${brief(value)}`])
  return [
    `the ${unread === undefined ? '' : unread ? 'unread ' : 'read '}messages`,
    ...said('from', from),
    ...said('to', to),
    ...said('about', subject),
    ...said('with the words', text),
    ...(labels.length === 0 ? [] : [`labelled ${brief(labels.join(', '))}`]),
    ...(has_attachment === undefined ? [] : [has_attachment ? 'with attachments' : 'without attachments']),
    ...said('since', after),
    ...said('before', before),
    ...said('found by', query),
    ...(include_spam_trash ? ['(also in spam and trash)'] : [])
  ].join(' ')
}

/** What holds for every action on many messages. */
export const HOW_IT_GOES =
  'The job shows a preview; nothing is changed before it is confirmed. Gmail takes up to 1,000 messages in a request and confirms only the whole: a message that was deleted after it was listed counts as succeeded. Answers the job: poll it with jobs_get.'

/** And for those that change labels. */
export const HOW_LABELS_CHANGE = `Messages named in ids are looked at first, each: those that are missing fail, those that are so already are skipped (after a crash also some that this job changed, which undo then leaves). ${HOW_IT_GOES}`

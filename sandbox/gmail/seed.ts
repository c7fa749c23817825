import type { Mailbox } from './mailbox.ts'
import { ACCOUNT, encodeMessage, type SeedMessage } from './seed/compose.ts'
import { routine } from './seed/routine.ts'
import { SPECIAL } from './seed/special.ts'

const USER_LABELS = ['Work', 'Work/Projects', 'Receipts', 'Newsletters', 'Travel', 'Done']
const ROUTINE_MESSAGES = 320

/** Time of the newest message. There is one every 25 hours before it. */
const NEWEST = Date.UTC(2026, 0, 20, 12)
const EVERY_MS = 25 * 3_600_000

/** A conversation, oldest message first. */
const THREAD: readonly SeedMessage[] = [
  { from: 'Bea Builder <bea@example.com>', subject: 'Launch plan', body: 'Shall we launch in March?' },
  { from: ACCOUNT, to: 'Bea Builder <bea@example.com>', subject: 'Re: Launch plan', body: 'March is fine. Who writes the announcement?' },
  { from: 'Eli Engineer <eli@example.com>', subject: 'Re: Launch plan', body: 'I can, if someone reviews it.' },
  { from: 'Bea Builder <bea@example.com>', subject: 'Re: Launch plan', body: 'I will read it over. Settled then.' }
]

/** Messages in the trash, newest first. */
const TRASHED: readonly SeedMessage[] = ['May', 'April'].map(month => ({
  from: 'Gym <offers@gym.example>',
  subject: `Your offer for ${month}`,
  body: `In ${month} the first week is free.`
}))

/** Fills a mailbox, always with the same messages and IDs. */
export function seed(mailbox: Mailbox): void {
  for (const name of USER_LABELS) mailbox.addLabel({ name, messageListVisibility: 'show', labelListVisibility: 'labelShow' })
  const byName = new Map([...mailbox.labels.values()].map(({ id, name }) => [name, id]))
  const ids = (names: readonly string[]): string[] => names.map(name => byName.get(name) ?? name)
  let number = 0
  const add = (message: SeedMessage, labels: readonly string[], time: number, threadId?: string): string => {
    const raw = encodeMessage(message, new Date(time), ++number)
    return mailbox.add(raw, ids(labels), time, threadId).threadId
  }

  for (let age = ROUTINE_MESSAGES; age > 0; age--) {
    const { labels, ...message } = routine(age)
    add(message, labels, NEWEST - (age + SPECIAL.length) * EVERY_MS)
  }
  for (const [age, { labels, ...message }] of [...SPECIAL.entries()].reverse()) add(message, labels, NEWEST - age * EVERY_MS)
  let threadId: string | undefined
  for (const [index, message] of THREAD.entries()) {
    const inReplyTo = index === 0 ? undefined : `launch-${index - 1}@example.com`
    const labels = message.from === ACCOUNT ? ['SENT'] : ['INBOX', 'IMPORTANT', 'Work/Projects']
    const complete = { ...message, messageId: `launch-${index}@example.com`, ...(inReplyTo !== undefined && { inReplyTo }) }
    threadId = add(complete, labels, NEWEST - 40 * EVERY_MS + index * 3_600_000, threadId)
  }
  const draft = {
    from: ACCOUNT,
    to: 'Dora Designer <dora@example.com>',
    subject: 'Lunch on Friday?',
    body: 'Hi Dora, shall we have lunch on Friday?'
  }
  const messageId = mailbox.add(encodeMessage(draft, new Date(NEWEST), ++number), ['DRAFT'], NEWEST).id
  mailbox.addDraft(messageId)
  for (const [age, offer] of TRASHED.entries()) add(offer, ['TRASH'], NEWEST - (60 + age) * EVERY_MS)
}

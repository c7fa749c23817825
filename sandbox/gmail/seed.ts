import type { Mailbox } from './mailbox.ts'
import { ACCOUNT, type Letter, written } from './seed/compose.ts'
import { routine } from './seed/routine.ts'
import { SPECIAL } from './seed/special.ts'

const USER_LABELS = ['Work', 'Work/Projects', 'Receipts', 'Newsletters', 'Travel', 'Done']
const ROUTINE = 320

/** The newest letter came then; before it one every 25 hours. */
const NEWEST = Date.UTC(2026, 0, 20, 12)
const EVERY_MS = 25 * 3_600_000

/** A conversation, the first letter first. */
const THREAD: readonly Letter[] = [
  { from: 'Bea Builder <bea@example.com>', subject: 'Launch plan', body: 'Shall we launch in March?' },
  { from: ACCOUNT, to: 'Bea Builder <bea@example.com>', subject: 'Re: Launch plan', body: 'March is fine. Who writes the announcement?' },
  { from: 'Eli Engineer <eli@example.com>', subject: 'Re: Launch plan', body: 'I can, if somebody reads it over.' },
  { from: 'Bea Builder <bea@example.com>', subject: 'Re: Launch plan', body: 'I will read it over. Settled then.' }
]

/** Thrown away, the newest first. */
const TRASHED: readonly Letter[] = ['May', 'April'].map(month => ({
  from: 'Gym <offers@gym.example>',
  subject: `Your offer for ${month}`,
  body: `In ${month} the first week is free.`
}))

/** Fills a mailbox: the same letters with the same ids, whenever it runs. */
export function seed(mailbox: Mailbox): void {
  for (const name of USER_LABELS) mailbox.addLabel({ name, messageListVisibility: 'show', labelListVisibility: 'labelShow' })
  const byName = new Map([...mailbox.labels.values()].map(({ id, name }) => [name, id]))
  const ids = (names: readonly string[]): string[] => names.map(name => byName.get(name) ?? name)
  let number = 0
  const put = (letter: Letter, labels: readonly string[], time: number, threadId?: string): string => {
    const raw = written(letter, new Date(time), ++number)
    return mailbox.add(raw, ids(labels), time, threadId).threadId
  }

  for (let age = ROUTINE; age > 0; age--) {
    const { labels, ...letter } = routine(age)
    put(letter, labels, NEWEST - (age + SPECIAL.length) * EVERY_MS)
  }
  for (const [age, { labels, ...letter }] of [...SPECIAL.entries()].reverse()) put(letter, labels, NEWEST - age * EVERY_MS)
  let threadId: string | undefined
  for (const [place, letter] of THREAD.entries()) {
    const answers = place === 0 ? undefined : `launch-${place - 1}@example.com`
    const labels = letter.from === ACCOUNT ? ['SENT'] : ['INBOX', 'IMPORTANT', 'Work/Projects']
    const whole = { ...letter, messageId: `launch-${place}@example.com`, ...(answers !== undefined && { answers }) }
    threadId = put(whole, labels, NEWEST - 40 * EVERY_MS + place * 3_600_000, threadId)
  }
  const draft = {
    from: ACCOUNT,
    to: 'Dora Designer <dora@example.com>',
    subject: 'Lunch on Friday?',
    body: 'Hi Dora, shall we have lunch on Friday?'
  }
  const messageId = mailbox.add(written(draft, new Date(NEWEST), ++number), ['DRAFT'], NEWEST).id
  mailbox.addDraft(messageId)
  for (const [age, offer] of TRASHED.entries()) put(offer, ['TRASH'], NEWEST - (60 + age) * EVERY_MS)
}

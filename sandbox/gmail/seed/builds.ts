import { type Mailbox, readMessage } from '../mailbox.ts'
import { encodeMessage } from './compose.ts'

const MESSAGES = 2_000
const SENDER = 'Build robot <builds@ci.example>'
const PROJECTS = ['gateway', 'website', 'worker', 'mobile', 'docs'] as const

/** Time of the newest one: older than all other mail, so that no other list changes. */
const NEWEST = Date.UTC(2024, 11, 31, 18)
const EVERY_MS = 4 * 3_600_000

/** The notifications, the oldest first. */
function* buildMessages() {
  for (let age = MESSAGES - 1; age >= 0; age--) {
    const number = MESSAGES - age
    const project = PROJECTS[number % PROJECTS.length] ?? ''
    const result = number % 9 === 0 ? 'failed' : 'passed'
    const time = NEWEST - age * EVERY_MS
    const raw = encodeMessage(
      {
        from: SENDER,
        subject: `Build ${number} of ${project} ${result}`,
        body: `Build ${number} of ${project} ${result}.`,
        messageId: `build-${number}@ci.example`
      },
      new Date(time),
      number
    )
    yield { content: readMessage(raw), time }
  }
}

/** Read once: every mailbox of the process has the same ones. */
let messages: { content: ReturnType<typeof readMessage>; time: number }[] | undefined

/** Adds notifications of builds to the inbox: enough to watch a bulk job at work. */
export function addBuilds(mailbox: Mailbox): void {
  messages ??= [...buildMessages()]
  for (const { content, time } of messages) mailbox.add(content, ['INBOX', 'CATEGORY_UPDATES'], time)
}

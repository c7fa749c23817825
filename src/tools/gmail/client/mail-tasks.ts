import { parseMessage } from './outgoing/parse.ts'

/** What is done with the content of a mail, which anyone may have written. */
const TASKS = {
  /** Parses a whole message, in base64url as Gmail returns it. */
  parse: (raw: string) => parseMessage(raw),
  /** Converts HTML to text. */
  text: async (html: string) => (await import('./messages/html-to-text.ts')).plainText(html), // loads its parsers only when needed
  /** Returns the warnings for HTML that is returned unchanged. */
  warnings: async (html: string) => (await import('./messages/html-to-text.ts')).hiddenWarnings(html)
}

export type TaskName = keyof typeof TASKS
export type TaskResult<Name extends TaskName> = Awaited<ReturnType<(typeof TASKS)[Name]>>

export interface Task {
  name: TaskName
  content: string
}

export const perform = ({ name, content }: Task): Promise<TaskResult<TaskName>> => TASKS[name](content)

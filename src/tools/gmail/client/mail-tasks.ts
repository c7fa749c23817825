import type { PlainText } from './messages/html-to-text.ts'
import { type ParsedMessage, parseMessage } from './outgoing/parse.ts'

/** What each task is done with. */
interface Contents {
  parse: string
  text: readonly string[]
  warnings: string
}

export interface TaskResults {
  parse: ParsedMessage
  text: PlainText[]
  warnings: string[]
}

export type TaskName = keyof Contents

export interface Task<Name extends TaskName = TaskName> {
  name: Name
  content: Contents[Name]
}

/** What is done with the content of a message, which anyone may have written. */
const TASKS: { [Name in TaskName]: (content: Contents[Name]) => Promise<TaskResults[Name]> } = {
  /** Parses a whole message, in base64url as Gmail returns it. */
  parse: raw => parseMessage(raw),
  /** Converts each HTML part of a message to text. */
  text: async parts => {
    const { plainText } = await import('./messages/html-to-text.ts') // loads its parsers only when needed
    return parts.map(plainText)
  },
  /** Returns the warnings for HTML that is returned unchanged. */
  warnings: async html => (await import('./messages/html-to-text.ts')).hiddenWarnings(html)
}

export const perform = <Name extends TaskName>({ name, content }: Task<Name>): Promise<TaskResults[Name]> => TASKS[name](content)

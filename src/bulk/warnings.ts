import { jsonText } from './json.ts'
import { MAX_MESSAGE, MAX_WARNINGS } from './settings.ts'

/** Texts, and how many more there were. */
export interface Warned {
  texts: string[]
  more: number
}

export const NOTHING: Warned = { texts: [], more: 0 }

export interface Warnings {
  add: (text: string) => void
  /** Those since the last take. */
  take: () => Warned
}

/** What an adapter warns of, until it is kept: each text once, and no more of them than a job shows. */
export function createWarnings(): Warnings {
  let texts = new Set<string>()
  let more = 0
  return {
    add(text) {
      const short = String(text).slice(0, MAX_MESSAGE)
      if (texts.has(short)) return
      if (texts.size < MAX_WARNINGS) texts.add(short)
      else more += 1
    },
    take() {
      const taken = { texts: [...texts], more }
      texts = new Set()
      more = 0
      return taken
    }
  }
}

/** As arguments of a script: JSON, or nothing. */
export const warnedArgs = ({ texts, more }: Warned): (string | number)[] => [texts.length > 0 ? jsonText(texts) : '', more]

/** As a job shows them. */
export const shownWarnings = ({ texts, more }: Warned): string[] => (more > 0 ? [...texts, `and ${more} more`] : texts)

import type { BulkItem, Foreseen } from '../../contract/bulk.ts'
import { MAX_MESSAGE, MAX_WARNINGS } from '../settings.ts'
import { jsonText } from './lua-json.ts'

/** Number of items per foreseen outcome, by its text. Stored as pairs, so that no text is taken for a property of an object. */
export type Counts = (readonly [text: string, items: number])[]

/** Texts, the number of further texts, and texts with the number of items they concern. */
export interface Warnings {
  texts: string[]
  more: number
  counts: Counts
}

export const NO_WARNINGS: Warnings = { texts: [], more: 0, counts: [] }

export interface WarningCollector {
  add: (text: string) => void
  /** Returns the warnings since the last call. */
  take: () => Warnings
}

/** Collects the warnings of an adapter until they are stored: each text once, and at most as many as a job shows. */
export function createWarningCollector(): WarningCollector {
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
      const taken = { texts: [...texts], more, counts: [] }
      texts = new Set()
      more = 0
      return taken
    }
  }
}

/** Returns warnings as two arguments of a script: JSON (or ''), and a number. A text that is counted is a pair. */
export const warningArgs = ({ texts, more, counts }: Warnings): (string | number)[] => [
  texts.length + counts.length > 0 ? jsonText([...texts, ...counts]) : '',
  more
]

/** Returns warnings as a job shows them. */
export const warningTexts = ({ texts, more, counts }: Warnings): string[] => [
  ...counts.map(([text, items]) => (items === 1 ? `1 item ${text}` : `${items} items ${text}`)),
  ...texts,
  ...(more > 0 ? [`and ${more} more`] : [])
]

/** Counts the items per foreseen outcome. */
export function countForeseen(items: readonly Pick<BulkItem, 'foreseen'>[]): Counts {
  const counts = new Map<string, number>()
  for (const { foreseen } of items) {
    if (!foreseen) continue
    const text = foreseenText(foreseen)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return [...counts]
}

/** Returns the foreseen outcome of an item as a predicate: "will fail: the calendar is read-only". */
export const foreseenText = ({ outcome, reason }: Foreseen): string => `${PREDICTED[outcome]}: ${reason}`.slice(0, MAX_MESSAGE)

const PREDICTED: Readonly<Record<Foreseen['outcome'], string>> = { failed: 'will fail', may_fail: 'may fail', skipped: 'will be skipped' }

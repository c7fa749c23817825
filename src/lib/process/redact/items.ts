import { isSecretName } from './secret-names.ts'

/** Redacts the lines of one stream in order. */
export interface LineRedactor {
  /** Accepts the next line and returns the lines that can be shown now. A value is held back until its name is known. */
  push: (text: string) => string[]
  /** Ends the stream and returns the remaining lines. `isCut`: output is missing, so undecided values are hidden. */
  end: (isCut?: boolean) => string[]
  /** Returns what can be shown of an incomplete line, whatever follows. */
  unfinished: (text: string) => string
}

/** A line that is not shown yet, because the name for one of its values may follow. */
export interface HeldLine {
  text: string
  edits: Edit[]
  /** Number of undecided values in it. */
  waiting: number
}

/** A replacement for part of a line. */
export interface Edit {
  line: HeldLine
  start: number
  end: number
  hidden: string
  /** Replacement if the value is not a secret. undefined: no change. */
  plain?: string | undefined
}

/** The owner of a value's name: an object in JSON, a list item in YAML. */
export interface Item {
  name: 'none' | 'plain' | 'secret'
  hasValue: boolean
  waiting: Edit[]
}

export const newItem = (): Item => ({ name: 'none', hasValue: false, waiting: [] })

export const hideValue = (edit: Edit): void => void edit.line.edits.push(edit)

export function showValue({ plain, ...edit }: Edit): void {
  if (plain !== undefined) edit.line.edits.push({ ...edit, hidden: plain, plain })
}

/** A second name after a value starts the next item, as in lists of properties. */
export function nameItem(item: Item, name: string): void {
  if (item.hasValue && item.name !== 'none') item.name = 'none'
  if (isSecretName(name)) item.name = 'secret'
  else if (item.name === 'none') item.name = 'plain'
  if (item.waiting.length > 0) settle(item, item.name === 'secret')
}

export function addValue(item: Item, edit: Edit): void {
  item.hasValue = true
  if (item.name === 'secret') hideValue(edit)
  else if (item.name === 'plain') showValue(edit)
  else {
    item.waiting.push(edit)
    edit.line.waiting += 1
  }
}

/** Decides on the values that wait for the name of the item. */
export function settle(item: Item, isSecret: boolean): void {
  for (const edit of item.waiting) {
    edit.line.waiting -= 1
    if (isSecret) hideValue(edit)
    else showValue(edit)
  }
  item.waiting = []
}

/** Returns the line with its edits. Where two overlap, hiding wins. */
export function applyEdits({ text, edits }: HeldLine): string {
  if (edits.length === 0) return text
  const parts: string[] = []
  let done = 0
  for (const { start, end, hidden } of withoutOverlaps(edits)) {
    parts.push(text.slice(done, Math.max(done, start)), start >= done ? hidden : '')
    done = Math.max(done, end)
  }
  return parts.join('') + text.slice(done)
}

const byPosition = (a: Edit, b: Edit): number => a.start - b.start || b.end - a.end

/** In one pass over both kinds, because a line may have many edits. */
function withoutOverlaps(edits: readonly Edit[]): Edit[] {
  const hiding = edits.filter(({ plain }) => plain === undefined).sort(byPosition)
  let [next, hiddenTo] = [0, 0]
  const rest = edits.filter(({ plain }) => plain !== undefined).sort(byPosition)
  const alone = rest.filter(({ start, end }) => {
    for (let found = hiding[next]; found && found.start < end; found = hiding[++next]) hiddenTo = Math.max(hiddenTo, found.end)
    return hiddenTo <= start
  })
  return [...hiding, ...alone].sort(byPosition)
}

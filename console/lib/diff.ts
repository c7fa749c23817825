export interface DiffLine {
  kind: 'added' | 'removed' | 'same' | 'head'
  text: string
}

/** Whether a text is a unified diff. */
export const isDiff = (text: string): boolean => /^@@ -\d/m.test(text)

/** Lines of a unified diff, each with its kind. */
export function linesOfDiff(text: string): DiffLine[] {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map(line => ({ kind: kindOf(line), text: line }))
}

function kindOf(line: string): DiffLine['kind'] {
  if (/^(@@|---|\+\+\+|diff |index |\\ )/.test(line)) return 'head'
  return line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'same'
}

/** Whether data states what a property was and becomes: `{ before, after }` or `{ from, to }`. */
export function changeIn(value: unknown): { before: unknown; after: unknown } | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if ('before' in value && 'after' in value) return { before: value.before, after: value.after }
  if ('from' in value && 'to' in value) return { before: value.from, after: value.to }
  return undefined
}

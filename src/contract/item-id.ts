import type { Issue } from './errors.ts'

/** Most characters of an item's id, and of its etag, as `length` counts them: one beyond the Basic Multilingual Plane, as most emoji are, counts as two. */
export const MAX_ID = 1_024

/** More than these are not listed: the input is refused anyway. */
const MOST_ISSUES = 50

/** What makes an id one that no job can keep, as words that go on from its name; undefined where it is usable. */
export function idFault(id: unknown): string | undefined {
  return typeof id !== 'string' || id === '' ? 'is no text, or an empty one' : textFault(id)
}

/** The same of its etag, of which there may be none. */
export function etagFault(etag: unknown): string | undefined {
  if (etag === undefined) return undefined
  return typeof etag === 'string' ? textFault(etag) : 'is no text'
}

function textFault(text: string): string | undefined {
  if (text.length > MAX_ID) return `is over ${MAX_ID} characters, where an emoji counts as two`
  if (text.includes('\0')) return 'holds a NUL character'
  return text.isWellFormed() ? undefined : 'holds half a character (a surrogate without its other half)'
}

/** What is wrong with ids that a caller named. */
export function idIssues(ids: unknown): Issue[] {
  const issues: Issue[] = []
  if (!Array.isArray(ids)) return issues
  for (const [at, id] of ids.entries()) {
    const message = idFault(id)
    if (message) issues.push({ path: `ids[${at}]`, message, expected: 'the id of an item, as the system gives it' })
    if (issues.length === MOST_ISSUES) break
  }
  return issues
}

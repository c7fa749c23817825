import { LONGEST } from '../limits.ts'
import { shown } from '../store/fold.ts'
import { wrong } from './failures.ts'

/** Refuses names, types and relations that are too long as they are kept: some letters are two in their normal form. */
export function requireFitting(input: Readonly<Record<string, string | null | undefined>>): void {
  for (const [path, text] of Object.entries(input)) {
    const most = mostAt(path)
    const length = Array.from(shown(text ?? '')).length
    if (length > most) throw wrong(path, `is ${length} characters long in its normal form`, `at most ${most}`)
  }
}

function mostAt(path: string): number {
  if (path === 'relation') return LONGEST.relation
  return path.endsWith('type') ? LONGEST.type : LONGEST.name
}

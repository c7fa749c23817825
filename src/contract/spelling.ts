import { distance } from 'fastest-levenshtein'

/** Names in the order of their likeness to a misspelt one; only those near enough to be meant, none beside one that is far nearer. */
export function near(name: string, candidates: readonly string[], most = 3): string[] {
  const wanted = normal(name)
  const found = candidates
    .map(candidate => ({ candidate, distance: distance(wanted, normal(candidate)) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.floor(Math.max(wanted.length, normal(candidate).length) * 0.4)))
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
  const furthest = 2 * (found[0]?.distance ?? 0)
  return found
    .filter(({ distance }) => distance <= furthest)
    .slice(0, most)
    .map(({ candidate }) => candidate)
}

/** `pageId`, `page-id` and `page_id` are the same word. */
const normal = (name: string): string => snakeCase(name.slice(0, 100)).replaceAll('_', '')

function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()
}

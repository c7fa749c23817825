import { distance } from 'fastest-levenshtein'

/** Returns the names similar to a misspelled one, most similar first. Leaves out those that are much less similar than the first. */
export function near(name: string, candidates: readonly string[], max = 3): string[] {
  const wanted = normal(name)
  const found = candidates
    .map(candidate => ({ candidate, distance: distance(wanted, normal(candidate)) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.floor(Math.max(wanted.length, normal(candidate).length) * 0.4)))
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
  const furthest = 2 * (found[0]?.distance ?? 0)
  return found
    .filter(({ distance }) => distance <= furthest)
    .slice(0, max)
    .map(({ candidate }) => candidate)
}

/** Makes `pageId`, `page-id` and `page_id` equal. */
const normal = (name: string): string => snakeCase(name.slice(0, 100)).replaceAll('_', '')

function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()
}

/** Returns a function that finds the known word that a word most likely misspells; undefined if there is none. Words of fewer than 4 letters have none. */
export function createSpeller(words: Iterable<string>): (word: string) => string | undefined {
  const vocabulary = byFirstLetter(words)
  return word => nearest(word, vocabulary)
}

function byFirstLetter(words: Iterable<string>): Map<string, string[]> {
  const table = new Map<string, string[]>()
  for (const word of words) {
    if (!/^\p{L}{4,}$/u.test(word)) continue
    const letter = word[0] ?? ''
    const list = table.get(letter) ?? []
    list.push(word)
    table.set(letter, list)
  }
  return table
}

/** Returns the word with the same first letter, or with two letters swapped, that is most similar; undefined if none is similar enough. */
function nearest(word: string, vocabulary: ReadonlyMap<string, readonly string[]>): string | undefined {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return undefined
  let best: string | undefined
  let least = word.length >= 8 ? 2.5 : 1.5
  const consider = (candidate: string, onlySwap: boolean): void => {
    if (Math.abs(candidate.length - word.length) > 2) return
    const far = isSwap(word, candidate) ? 0.9 : onlySwap || word.length === 4 ? 9 : distance(word, candidate)
    if (far < least) {
      best = candidate
      least = far
    }
  }
  for (const candidate of vocabulary.get(word[0] ?? '') ?? []) consider(candidate, false)
  for (const candidate of vocabulary.get(word[1] ?? '') ?? []) consider(candidate, true)
  return best
}

/** Whether two words differ only by two adjacent letters. */
function isSwap(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at < a.length - 1 && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
}

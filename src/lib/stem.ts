import { stemmer } from 'stemmer'

const stems = new Map<string, string>()
const MAX_STEMS = 20_000

/** Returns the stem of an English word in lower case: the same for `pages` and `page`. Other words are returned as they are. */
export function stem(word: string): string {
  const known = stems.get(word)
  if (known !== undefined) return known
  const found = /^[a-z]+$/.test(word) ? stemmer(word) : word
  if (stems.size < MAX_STEMS) stems.set(word, found)
  return found
}

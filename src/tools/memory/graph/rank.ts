import { wordsIn } from '../store/fold.ts'
import type { Word } from '../store/texts.ts'

/** What a score is made of: the name of an object, empty for a link; and its summary, or the fact of the link. */
export interface Said {
  name: string
  text: string
}

/** A name of just these words comes before any that only holds them, and that before a text that does. */
const EXACT = 10
const IN_NAME = 4
const SHARE = 2

/** How well it fits the words, whatever database found it, and whatever else is in the graph. */
export function scoreOf(asked: readonly Word[], { name, text }: Said): number {
  const [inName, inText] = [wordsIn(name), wordsIn(text)]
  const named = asked.filter(word => holds(inName, word)).length
  const told = asked.filter(word => holds(inText, word)).length
  const held = asked.filter(word => holds(inName, word) || holds(inText, word)).length
  const exact = named === asked.length && inName.length === asked.length && asked.every(({ prefix }) => !prefix)
  return (
    (exact ? EXACT : 0) +
    (IN_NAME * named) / asked.length +
    SHARE * Math.max(share(named, inName), share(told, inText)) +
    held / asked.length
  )
}

const holds = (words: readonly string[], { word, prefix }: Word): boolean =>
  prefix ? words.some(one => one.startsWith(word)) : words.includes(word)

/** Of a long text a few words say less than of a short one. */
const share = (found: number, words: readonly string[]): number => (words.length === 0 ? 0 : Math.min(1, found / words.length))

import { withoutAccents, wordsIn } from './fold.ts'
import { queryLanguageOf, stemmerOf } from './languages.ts'

/** A word of a query: a text contains it if it contains any of its forms. */
export interface Word {
  forms: readonly string[]
  /** Whether words that start with a form count too. */
  prefix: boolean
  /** It only contributes to the ranking: a text that must contain all words need not contain it. */
  optional: boolean
}

/** Returns the words of a text, each with all forms under which it is found: as it is, its stem, and its other spellings. */
export const termsIn = (text: string): string[][] => [...formsIn(text, stemmerOf(wordsIn(text))), ...pairsIn(text).map(pair => [pair])]

/** Returns the words of a text in their order, each as it is, without a Korean particle, in its other spelling, and as its stem. */
export function formsIn(text: string, stem: (word: string) => string = word => word): string[][] {
  const spelled = spellings(text)
  return wordsIn(text).map(word => [...new Set([word, stem(word), koreanStem(word), ...(spelled.get(word) ?? [])])])
}

/** Returns the words under which a text is found, for the index. */
export const indexTerms = (text: string): string[] => [...new Set(termsIn(text).flat())]

/** Parses a query into words. A word ending in `*` matches every word that starts with it. Words without meaning are left out. */
export function parseQuery(query: string): Word[] {
  const all = wordsIn(query)
  const { isStop, stems } = queryLanguageOf(all)
  const parts = query.split(/\s+/u).flatMap(part => {
    const words = wordsIn(part)
    const spelled = spellings(part)
    return words.map((word, index) =>
      part.endsWith('*') && index === words.length - 1
        ? { forms: [word], prefix: true, optional: false }
        : { forms: [...new Set([word, ...stems(word), koreanStem(word), ...(spelled.get(word) ?? [])])], prefix: false, optional: false }
    )
  })
  const pairs = pairsIn(query).map(pair => ({ forms: [pair], prefix: false, optional: true }))
  const known = unique([...parts, ...pairs])
  const meaningful = known.filter(({ forms: [word = ''], prefix }) => prefix || !(isStop(word) || LONE_HIRAGANA.test(word)))
  return meaningful.length > 0 ? meaningful : known
}

/** Mostly a particle or an ending. */
const LONE_HIRAGANA = /^\p{Script=Hiragana}$/u

function unique(words: readonly Word[]): Word[] {
  const known = new Map(words.map(word => [`${word.forms[0]}${word.prefix ? '*' : ''}`, word]))
  return [...known.values()]
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu
const OTHER_SPELLING: ReadonlyMap<string, string> = new Map(Object.entries({ ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }))
const RESPELLED = /[äöüåø]/g

/** Returns the other spelling of words with an umlaut or a ring, by the word in the index: `muller` is also found as `mueller`. */
function spellings(text: string): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>()
  for (const word of text.toLowerCase().normalize('NFC').match(WORD) ?? []) {
    if (!/[äöüåø]/.test(word)) continue
    const [indexed, other] = [word, word.replace(RESPELLED, letter => OTHER_SPELLING.get(letter) ?? letter)].map(
      form => wordsIn(form)[0] ?? ''
    )
    if (indexed !== undefined && other !== undefined && other !== '') found.set(indexed, [other])
  }
  return found
}

/** Runs of one script that is written without spaces, or with particles attached to words, as Korean. */
const RUNS = /\p{Script=Han}+|\p{Script=Hiragana}+|[\p{Script=Katakana}ー]+|\p{Script=Thai}+|\p{Script=Hangul}+/gu

/** Returns each pair of adjacent characters in such runs. Characters alone would match almost every text. */
function pairsIn(text: string): string[] {
  return (withoutAccents(text).match(RUNS) ?? []).flatMap(run => {
    const characters = Array.from(run)
    // A Korean word of two syllables is a word of the index itself.
    if (characters.length === 2 && /^\p{Script=Hangul}/u.test(run)) return []
    return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
  })
}

/** Particles that Korean attaches to a noun, the longest first. */
const PARTICLES =
  /(?:에서부터|으로부터|이라는|입니다|이에요|에게서|한테서|에서는|에서도|으로는|으로도|에서|에게|한테|부터|까지|보다|처럼|으로|이랑|하고|이나|라는|께서|은|는|이|가|을|를|에|의|와|과|도|로|만|랑|나)$/u
const MIN_NOUN = 2

/** Returns a Korean word without its particle, and any other word as it is. */
function koreanStem(word: string): string {
  if (!/^\p{Script=Hangul}+$/u.test(word)) return word
  const noun = word.replace(PARTICLES, '')
  return Array.from(noun).length >= MIN_NOUN ? noun : word
}

import { stemmer as da } from '@orama/stemmers/danish'
import { stemmer as nl } from '@orama/stemmers/dutch'
import { stemmer as en } from '@orama/stemmers/english'
import { stemmer as fi } from '@orama/stemmers/finnish'
import { stemmer as fr } from '@orama/stemmers/french'
import { stemmer as de } from '@orama/stemmers/german'
import { stemmer as it } from '@orama/stemmers/italian'
import { stemmer as no } from '@orama/stemmers/norwegian'
import { stemmer as pt } from '@orama/stemmers/portuguese'
import { stemmer as ru } from '@orama/stemmers/russian'
import { stemmer as es } from '@orama/stemmers/spanish'
import { stemmer as sv } from '@orama/stemmers/swedish'
import { stopwords as daStop } from '@orama/stopwords/danish'
import { stopwords as nlStop } from '@orama/stopwords/dutch'
import { stopwords as enStop } from '@orama/stopwords/english'
import { stopwords as fiStop } from '@orama/stopwords/finnish'
import { stopwords as frStop } from '@orama/stopwords/french'
import { stopwords as deStop } from '@orama/stopwords/german'
import { stopwords as itStop } from '@orama/stopwords/italian'
import { stopwords as noStop } from '@orama/stopwords/norwegian'
import { stopwords as ptStop } from '@orama/stopwords/portuguese'
import { stopwords as ruStop } from '@orama/stopwords/russian'
import { stopwords as esStop } from '@orama/stopwords/spanish'
import { stopwords as svStop } from '@orama/stopwords/swedish'
import { LRUCache } from 'lru-cache'
import { wordsIn } from './fold.ts'

/** A language: its words without meaning, and how it shortens a word to its stem. */
interface Language {
  stop: ReadonlySet<string>
  stem: (word: string) => string
}

const MAX_STEMS = 20_000

function language(stemmer: (word: string) => string, stop: readonly string[]): Language {
  const stems = new LRUCache<string, string>({ max: MAX_STEMS })
  return {
    stop: new Set(stop.flatMap(wordsIn)),
    stem(word) {
      const known = stems.get(word)
      if (known !== undefined) return known
      const stem = stemmer(word) || word
      stems.set(word, stem)
      return stem
    }
  }
}

const ENGLISH = language(en, enStop)
const OF_LATIN_SCRIPT: readonly Language[] = [
  ENGLISH,
  language(de, deStop),
  language(es, esStop),
  language(fr, frStop),
  language(it, itStop),
  language(pt, ptStop),
  language(nl, nlStop),
  language(sv, svStop),
  language(da, daStop),
  language(no, noStop),
  language(fi, fiStop)
]
const RUSSIAN = language(ru, ruStop)
const LANGUAGES: readonly Language[] = [...OF_LATIN_SCRIPT, RUSSIAN]

/** Returns the languages that most of the words without meaning belong to. Several if they are equally likely; none if there are none. */
function languagesOf(words: readonly string[]): readonly Language[] {
  const counts = LANGUAGES.map(({ stop }) => words.filter(word => stop.has(word)).length)
  const highest = Math.max(...counts)
  return highest === 0 ? [] : LANGUAGES.filter((_language, index) => counts[index] === highest)
}

const LATIN = /^\p{Script=Latin}+$/u
const CYRILLIC = /^\p{Script=Cyrillic}+$/u

const isWritten = (word: string, language: Language): boolean => (language === RUSSIAN ? CYRILLIC : LATIN).test(word)

/** Returns how to shorten the words of a text to stems: in its language, or in English if it cannot be recognized. */
export function stemmerOf(words: readonly string[]): (word: string) => string {
  const [found = ENGLISH] = languagesOf(words)
  return word => {
    if (isWritten(word, found)) return found.stem(word)
    return CYRILLIC.test(word) ? RUSSIAN.stem(word) : word
  }
}

/** How to read the words of a query. */
export interface QueryLanguage {
  isStop: (word: string) => boolean
  /** The possible stems of a word. In every language if that of the query cannot be recognized: a few words are often only names. */
  stems: (word: string) => readonly string[]
}

export function queryLanguageOf(words: readonly string[]): QueryLanguage {
  const found = languagesOf(words)
  const tried = found.length === 0 ? LANGUAGES : new Set([...found, ENGLISH, RUSSIAN])
  return {
    isStop: word => found.some(({ stop }) => stop.has(word)),
    stems: word => [...tried].filter(one => isWritten(word, one)).map(({ stem }) => stem(word))
  }
}

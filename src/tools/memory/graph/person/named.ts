import { wordsIn } from '../../store/fold.ts'
import { queryLanguageOf, stemmerOf } from '../../store/languages.ts'
import { formsIn, type Word } from '../../store/terms.ts'

/** How to find texts that contain one of several names. */
export interface Named {
  /** For each name, the words that the index contains for every text with that name. */
  queries: readonly Pick<Word, 'forms' | 'prefix'>[][]
  isIn: (text: string) => boolean
}

/**
 * Case, accents and the spelling of umlauts are ignored. The words of a name can be inflected, in any order, and have up to two other words
 * between them: "Park, Ada", "Ada M. Park". A name of one word only takes an s: the stem of "Mark" is that of "marking". Endings are those of
 * the languages that a search knows, so "Kowalskiego" is a name other than "Kowalski".
 */
export function namedBy(names: readonly string[]): Named {
  const all = names.map(name => ({ words: nameWords(name), isOneWord: wordsIn(name).length === 1, isSpaced: isSpaced(name) }))
  const found = all.filter(({ words }) => words.length > 0)
  return {
    queries: found.map(({ words }) => words.map(forms => ({ forms: [...forms], prefix: false }))),
    isIn(text) {
      const plain = formsIn(text)
      const stemmed = formsIn(text, stemmerOf(wordsIn(text)))
      return found.some(({ words, isOneWord, isSpaced }) => {
        const forms = isOneWord ? plain : stemmed
        return isSpaced ? occurTogether(words, forms) : occurInOrder(words, forms)
      })
    }
  }
}

function nameWords(name: string): ReadonlySet<string>[] {
  const forms = formsIn(name)
  const { stems } = queryLanguageOf([])
  return forms.map(all => new Set(all.flatMap(form => [form, `${form}s`, ...(forms.length === 1 ? [] : stems(form))])))
}

/** Whether it is written with spaces between words. Otherwise each character is a word, and their order matters. */
const isSpaced = (name: string): boolean => !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(name)

/** Maximum number of other words between the words of a name. */
const MAX_BETWEEN = 2

const isForm = (word: ReadonlySet<string>, forms: readonly string[] | undefined): boolean => forms?.some(form => word.has(form)) ?? false

function occurTogether(words: readonly ReadonlySet<string>[], text: readonly string[][]): boolean {
  const length = words.length + MAX_BETWEEN
  return text.some((forms, at) => {
    if (!words.some(word => isForm(word, forms))) return false
    const near = text.slice(at, at + length)
    return words.every(word => near.filter(other => isForm(word, other)).length >= timesIn(words, word))
  })
}

/** How often a name contains a word: "Li" occurs twice in "Li Li". */
const timesIn = (words: readonly ReadonlySet<string>[], word: ReadonlySet<string>): number =>
  words.filter(other => [...word].every(form => other.has(form))).length

const occurInOrder = (words: readonly ReadonlySet<string>[], text: readonly string[][]): boolean =>
  text.some((_forms, at) => words.every((word, index) => isForm(word, text[at + index])))

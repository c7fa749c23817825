/** By upper case first: it folds ß to ss. */
const folded = (text: string): string => text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')

/** What a name is looked up by: NFKC, case and runs of spaces make no difference. */
export const keyOf = (name: string): string => folded(name).replace(/\s+/gu, ' ').trim()

/** What a relation is looked up by: WRITTEN_IN is written in. */
export const relationKeyOf = (relation: string): string => keyOf(relation.replace(/[_-]+/g, ' ')) || keyOf(relation)

/** What names have in common that are likely to mean the same: they differ in spaces, hyphens, stops, quotes and accents only. */
export const looseKeyOf = (name: string): string => plain(name).replace(SEPARATORS, '') || keyOf(name)

/** A name or relation as it is shown. */
export const shown = (name: string): string => name.normalize('NFC').replace(/\s+/gu, ' ').trim()

const ACCENTS = /[\u0300-\u036f]/g
const SEPARATORS = /[\s\p{Pd}\p{Pc}.,:;'’"“”()/]/gu
const WORDS = /[\p{L}\p{N}\p{M}]+/gu
/** Scripts that are written without spaces: each sign is a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu

/** The words of a text as they are searched by: without case and accents. */
export function wordsIn(text: string): string[] {
  return plain(text).replace(UNSPACED, ' $& ').match(WORDS) ?? []
}

const plain = (text: string): string => folded(text).normalize('NFD').replace(ACCENTS, '').normalize('NFC')

/**
 * Without case, in one form. By way of the upper case: it folds ß to ss; but it makes ı an I, which is another letter, and lower case writes
 * a sigma at the end of a word otherwise.
 */
const folded = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : text.normalize('NFKC').replace(IGNORABLE, '').normalize('NFKC').split(DOTLESS).map(lower).join(DOTLESS).normalize('NFKC')

/** Most texts are, and need none of that: a search folds thousands. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: whatever is ASCII
const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text)

const DOTLESS = 'ı'
const lower = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')

/** What nobody sees of a name, such as a soft hyphen or which form of a sign is meant. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu

/** What a name is looked up by: NFKC, case, runs of spaces and what nobody sees make no difference. */
export const keyOf = (name: string): string => folded(name).replace(/\s+/gu, ' ').trim()

/** What a relation is looked up by: WRITTEN_IN is written in. */
export const relationKeyOf = (relation: string): string => keyOf(relation.replace(/[_-]+/g, ' ')) || keyOf(relation)

/** What names have in common that are likely to mean the same: they differ in spaces, hyphens, stops, quotes and accents only. */
export const looseKeyOf = (name: string): string => plain(name).replace(WITHIN_NUMBER, '|').replace(SEPARATORS, '') || keyOf(name)

/** A name or relation as it is shown. What joins signs stays: scripts and pictures need it. */
export const shown = (name: string): string => name.replace(NOTHING, '').normalize('NFC').replace(/\s+/gu, ' ').trim()

/** Zero-width spaces and marks, and soft hyphens. */
const NOTHING = /[\u00ad\u200b\u2060\ufeff]/g
/** The breve of й makes another letter of и; elsewhere marks are accents. */
const ACCENTS = /(?<!\p{Script=Cyrillic})\u0306|[\u0300-\u0305\u0307-\u036f]/gu
const SEPARATOR = '[\\s\\p{Pd}\\p{Pc}.,:;\'’"“”()/]'
const SEPARATORS = new RegExp(SEPARATOR, 'gu')
/** 1.1 is not 11. */
const WITHIN_NUMBER = new RegExp(`(?<=\\p{N})${SEPARATOR}+(?=\\p{N})`, 'gu')
const WORDS = /[\p{L}\p{N}\p{M}]+/gu
/** Scripts that are written without spaces: each sign is a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu
/** Of a longer word only its beginning is searched: databases bound what they index. */
const LONGEST_WORD = 255

/** The words of a text as they are searched by: without case and accents. */
export function wordsIn(text: string): string[] {
  const bare = plain(text)
  const words = (isAscii(bare) ? bare : bare.replace(UNSPACED, ' $& ')).match(WORDS) ?? []
  return words.map(word => (word.length > LONGEST_WORD ? Array.from(word).slice(0, LONGEST_WORD).join('') : word))
}

function plain(text: string): string {
  const bare = folded(text)
  return isAscii(bare) ? bare : bare.normalize('NFD').replace(ACCENTS, '').normalize('NFC')
}

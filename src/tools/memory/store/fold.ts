/**
 * Folds case and Unicode form. Goes through the upper case, which folds ß to ss. Keeps ı, which uppercasing would turn into the
 * different letter I, and folds a final sigma.
 */
const foldCase = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : text.normalize('NFKC').replace(IGNORABLE, '').normalize('NFKC').split(DOTLESS).map(lower).join(DOTLESS).normalize('NFKC')

/** Fast path for ASCII text, because a search folds thousands of texts. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: whatever is ASCII
const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text)

const DOTLESS = 'ı'
const lower = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')

/** Invisible characters, such as soft hyphens and variation selectors. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu

/** Returns the lookup key of a name. Ignores case, Unicode form (NFKC), runs of whitespace and invisible characters. */
export const keyOf = (name: string): string => foldCase(name).replace(/\s+/gu, ' ').trim()

/** Returns the lookup key of a relation. Also ignores `_` and `-`: WRITTEN_IN equals "written in". */
export const relationKeyOf = (relation: string): string => keyOf(relation.replace(/[_-]+/g, ' ')) || keyOf(relation)

/**
 * Returns a key that is equal for names that probably mean the same: they differ only in spaces, hyphens, periods, quotes and accents, in
 * the spelling of umlauts (Müller, Mueller), or in the legal form of a company (Northwind, Northwind GmbH).
 */
export function looseKeyOf(name: string): string {
  const bare = withoutLegalForm(withoutAccents(name)).replace(DIGRAPHS, '$1')
  return bare.replace(WITHIN_NUMBER, '|').replace(SEPARATORS, '') || keyOf(name)
}

/** ä is folded to a, so its other spelling is too. */
const DIGRAPHS = /([aou])e/g

const LEGAL_FORM =
  /(?<![\s,])[\s,]+(?:gmbh(?: ?& ?co\.? ?kg)?|mbh|ag|kg|ohg|ug|se|e\.? ?v\.?|inc\.?|incorporated|corp\.?|corporation|co\.?|company|ltd\.?|limited|llc|llp|plc|pty|s\.? ?a\.?|s\.? ?a\.? ?s\.?|sarl|s\.? ?r\.? ?l\.?|s\.? ?p\.? ?a\.?|s\.? ?l\.?|b\.? ?v\.?|n\.? ?v\.?|ab|as|oy|oyj|aps|a\/s|sp\.? ?z ?o\.? ?o\.?)$/

/** Removes the legal forms at the end of a company's name, unless nothing else is left. */
function withoutLegalForm(name: string): string {
  const rest = name.trim().replace(LEGAL_FORM, '')
  return rest === '' || rest === name.trim() ? name : withoutLegalForm(rest)
}

/** Returns a name or relation for display. Joiners stay, because scripts and emoji need them. */
export const displayName = (name: string): string => name.replace(NOTHING, '').normalize('NFC').replace(/\s+/gu, ' ').trim()

/** Zero-width spaces and marks, and soft hyphens. */
const NOTHING = /[\u00ad\u200b\u2060\ufeff]/g
/** The breve in й makes a different letter than и; all other marks are accents. */
const ACCENTS = /(?<!\p{Script=Cyrillic})\u0306|[\u0300-\u0305\u0307-\u036f]/gu
const SEPARATOR = '[\\s\\p{Pd}\\p{Pc}.,:;\'’"“”()/]'
const SEPARATORS = new RegExp(SEPARATOR, 'gu')
/** Keeps 1.1 and 11 apart. */
const WITHIN_NUMBER = new RegExp(`(?<=\\p{N})${SEPARATOR}+(?=\\p{N})`, 'gu')
const WORDS = /[\p{L}\p{N}\p{M}]+/gu
/** Scripts written without spaces: each character is a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu
/** Longer words are indexed by their beginning, because databases limit the length. */
const MAX_WORD = 255

/** Returns the words of a text for the index, without case and accents. */
export function wordsIn(text: string): string[] {
  const bare = withoutAccents(text)
  const words = (isAscii(bare) ? bare : bare.replace(UNSPACED, ' $& ')).match(WORDS) ?? []
  return words.map(word => (word.length > MAX_WORD ? Array.from(word).slice(0, MAX_WORD).join('') : word))
}

/** Returns a text without case, accents and strokes: ł becomes l, as é becomes e. */
export function withoutAccents(text: string): string {
  const bare = foldCase(text)
  return isAscii(bare)
    ? bare
    : bare
        .normalize('NFD')
        .replace(ACCENTS, '')
        .normalize('NFC')
        .replace(UNDECOMPOSED, letter => PLAIN.get(letter) ?? letter)
}

/** Letters that Unicode does not decompose into a plain letter and a mark. */
const PLAIN: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ł: 'l',
    ø: 'o',
    đ: 'd',
    ð: 'd',
    ħ: 'h',
    ŧ: 't',
    ı: 'i',
    ŋ: 'n',
    ĸ: 'k',
    ɖ: 'd',
    ƒ: 'f',
    æ: 'ae',
    œ: 'oe',
    þ: 'th'
  })
)
const UNDECOMPOSED = new RegExp(`[${[...PLAIN.keys()].join('')}]`, 'g')

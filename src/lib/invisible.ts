/**
 * Characters that people do not see but models read. They can hide instructions: tag characters are a second ASCII, and
 * variation selectors, zero-width characters and bidirectional controls can encode bytes. Those that scripts and emoji need are kept. Control
 * characters can change what a terminal shows.
 */

/** A text without invisible characters, with the number of removed ones by kind. */
export interface Cleaned {
  text: string
  found: Found
}

export type Found = ReadonlyMap<Kind, number>

type Kind = 'tag characters' | 'variation selectors' | 'zero-width characters' | 'bidirectional controls' | 'control characters'

/** A run of invisible characters: those that Unicode marks as ignorable, annotation marks, and controls except tabs and line breaks. */
const RUNS = /(?:[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]|(?![\t\n\r])\p{Cc})+/gu
/** One of them. */
export const RUN = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]|(?![\t\n\r])\p{Cc}/u

/** Characters outside of ASCII, and controls. Most texts of results have none, which is quicker to find out. */
const OTHER = /[^\t\n\r -~]/

const hasInvisible = (text: string): boolean => OTHER.test(text) && RUN.test(text)

/** An invisible character in JSON, which has most controls only as escapes. */
const IN_JSON = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\x7F-\x9F]|\\(?:[bf]|u00)/u

/** Whether a value may have invisible characters, which its JSON shows in one pass. */
export const mayHaveInvisible = (json: string): boolean => IN_JSON.test(json)

/** Returns the text without invisible characters, except those that its script or an emoji needs. Linear time. */
export function withoutInvisible(text: string): Cleaned {
  const found = new Map<Kind, number>()
  if (!hasInvisible(text)) return { text, found }
  const isRightToLeft = RIGHT_TO_LEFT.test(text)
  let end = 0
  let clean = ''
  for (const { 0: run, index } of text.matchAll(RUNS)) {
    const around = { before: characterBefore(text, index), after: characterAt(text, index + run.length), isRightToLeft }
    clean += text.slice(end, index) + keptOf(Array.from(run), around, found)
    end = index + run.length
  }
  return { text: clean + text.slice(end), found }
}

/** Returns a JSON value with all its texts cleaned; the same value if there is nothing to remove. */
export function valueWithoutInvisible<T>(value: T): { value: T; found: Found }
export function valueWithoutInvisible(value: unknown): { value: unknown; found: Found } {
  const found = new Map<Kind, number>()
  return { value: valueHasInvisible(value) ? cleanedValue(value, found) : value, found }
}

function valueHasInvisible(value: unknown): boolean {
  if (typeof value === 'string') return hasInvisible(value)
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(valueHasInvisible)
  for (const [name, one] of Object.entries(value)) if (hasInvisible(name) || valueHasInvisible(one)) return true
  return false
}

function cleanedValue(value: unknown, found: Map<Kind, number>): unknown {
  if (typeof value === 'string') return cleanedText(value, found)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(item => cleanedValue(item, found))
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [cleanedText(name, found), cleanedValue(one, found)]))
}

function cleanedText(text: string, found: Map<Kind, number>): string {
  const cleaned = withoutInvisible(text)
  for (const [kind, count] of cleaned.found) add(found, kind, count)
  return cleaned.text
}

const add = (found: Map<Kind, number>, kind: Kind, count: number): unknown => found.set(kind, (found.get(kind) ?? 0) + count)

/** Returns the warning about removed characters; undefined if there were none. */
export const removedWarnings = (found: Found): string[] =>
  found.size === 0
    ? []
    : [`Invisible characters were removed (${countsOf(found)}): people do not see them, but they can spell text for machines.`]

/** Returns the cleaned value, with a warning if something was removed. */
export function cleaned<T>(value: T, warn: (message: string) => void): T {
  const { value: clean, found } = valueWithoutInvisible(value)
  for (const warning of removedWarnings(found)) warn(warning)
  return clean
}

/** Returns a warning if data contains invisible characters. */
export const presentWarnings = (found: Found): string[] =>
  found.size === 0
    ? []
    : [
        `The response has invisible characters (${countsOf(found)}): people do not see them, but they can spell text for machines. JSON over REST is exact; Markdown and MCP results are without them.`
      ]

const countsOf = (found: Found): string =>
  [...found].map(([kind, count]) => `${count} ${count === 1 ? kind.slice(0, -1) : kind}`).join(', ')

/** The context of a run: the characters before and after it (empty at the ends of the text) and the text direction. */
interface Around {
  before: string
  after: string
  isRightToLeft: boolean
}

/** Returns the part of a run that is kept. The rest is counted. */
function keptOf(run: readonly string[], around: Around, found: Map<Kind, number>): string {
  const kept = neededOf(run, around)
  for (const character of run.slice(kept)) add(found, kindOf(character), 1)
  return run.slice(0, kept).join('')
}

/** Returns the number of characters at the start of a run that are needed. */
function neededOf(run: readonly string[], { before, after, isRightToLeft }: Around): number {
  const flag = TAGGED_FLAG.exec(before + run.slice(0, MAX_FLAG).join(''))
  if (flag) return Array.from(flag[0]).length - 1
  const selectors = isSelected(before, run[0] ?? '') ? 1 : 0
  const [character = '', ...others] = run.slice(selectors)
  if (character === '' || others.length > 0) return selectors
  const isSeparate = before.trim() !== '' || after.trim() !== ''
  const isNeeded =
    (character === JOINER && PICTURE.test(before) && PICTOGRAPH.test(after)) ||
    (JOINERS.includes(character) && JOINING.test(before)) ||
    (BREAKS.includes(character) && isSeparate) ||
    (DIRECTIONS.test(character) && isRightToLeft) ||
    (FILLERS.includes(character) && (JAMO.test(before) || JAMO.test(after))) ||
    (VOWELS.includes(character) && KHMER.test(before))
  return isNeeded ? selectors + 1 : selectors
}

/** Whether a variation selector follows a character that has variants. */
const isSelected = (base: string, selector: string): boolean =>
  VARIANTS.some(([bases, selectors]) => selectors.test(selector) && bases.test(base))

const VARIANTS: readonly (readonly [bases: RegExp, selectors: RegExp])[] = [
  [/[\p{Emoji}\p{S}\p{P}]/u, /[\uFE0E\uFE0F]/],
  [/[\p{Script=Han}\p{Sm}\p{Script=Myanmar}\p{Script=Phags_Pa}\p{Script=Manichaean}\u3000-\u303F\uFF00-\uFF0F0]/u, /[\uFE00-\uFE0D]/],
  [/\p{Script=Han}/u, /[\u{E0100}-\u{E01EF}]/u],
  [/\p{Script=Mongolian}/u, /[\u180B-\u180F]/]
]

/** The flags of England, Scotland and Wales, which use tag characters. */
const TAGGED_FLAG = /^\p{RGI_Emoji_Tag_Sequence}/v
/** Characters after the flag in such a sequence. */
const MAX_FLAG = 6

const JOINER = '\u200D'
const JOINERS = [JOINER, '\u200C']
const PICTURE = /\p{Emoji}/u
const PICTOGRAPH = /\p{Extended_Pictographic}/u
/** Scripts with joining letters, from Arabic to those of India and Southeast Asia. */
const JOINING = /[\u0600-\u109F\u1780-\u18AF\u1900-\u1CFF\uA800-\uABFF\uFB50-\uFDFF\uFE70-\uFEFC\u{10A00}-\u{11FFF}\u{1E900}-\u{1E95F}]/u

/** Places where a line may break: the soft hyphen and the zero-width space. */
const BREAKS = ['\u00AD', '\u200B']

/** Marks, embeddings and isolates. Overrides are never needed: they display letters in an order other than the one in which they are read. */
const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202C\u2066-\u2069]/
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** Fillers for a missing letter in a syllable of old Korean. */
const FILLERS = ['\u115F', '\u1160']
const JAMO = /[\u1100-\u115E\u1161-\u11FF\uA960-\uA97F\uD7B0-\uD7FF]/
const VOWELS = ['\u17B4', '\u17B5']
const KHMER = /\p{Script=Khmer}/u

const KINDS: readonly (readonly [Kind, RegExp])[] = [
  ['tag characters', /[\u{E0000}-\u{E007F}]/u],
  ['variation selectors', /[\u180B-\u180D\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/u],
  ['bidirectional controls', /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/],
  ['control characters', /\p{Cc}/u]
]

const kindOf = (character: string): Kind => KINDS.find(([, characters]) => characters.test(character))?.[0] ?? 'zero-width characters'

const characterAt = (text: string, at: number): string => (at < text.length ? String.fromCodePoint(text.codePointAt(at) ?? 0) : '')

/** Returns the character before a position, including both halves of a surrogate pair. */
function characterBefore(text: string, at: number): string {
  const pair = text.slice(Math.max(0, at - 2), at)
  return Array.from(pair).at(-1) ?? ''
}

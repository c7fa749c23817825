import { setImmediate } from 'node:timers/promises'

/** Characters folded before others have their turn. */
const SLICE = 128 * 1024
/** Whatever has another case, but for what lower case alone takes care of. */
const CASED = /(?![A-Za-z])\p{Changes_When_Casemapped}/gu

/**
 * A text in which letters that differ in case only are the same, each character where it was and as long: the simple folding of
 * Unicode, by which a text is found whatever its case.
 */
export async function folded(text: string, signal: AbortSignal): Promise<string> {
  const pieces: string[] = []
  for (let from = 0; from < text.length; ) {
    signal.throwIfAborted()
    const to = from + SLICE - Number(isLead(text.charCodeAt(from + SLICE - 1)))
    pieces.push(foldPiece(text.slice(from, to)))
    from = to
    if (from < text.length) await setImmediate()
  }
  return pieces.join('')
}

const isLead = (code: number): boolean => code >= 0xd800 && code < 0xdc00

const foldPiece = (text: string): string => text.replace(CASED, foldOne).replace(/[A-Z]+/g, letters => letters.toLowerCase())

/** By way of the upper case, since some small letters share it: a long s is an s, a final sigma a sigma. */
function foldOne(letter: string): string {
  const upper = sameLength(letter, letter.toUpperCase())
  return sameLength(upper, upper.toLowerCase())
}

const sameLength = (letter: string, other: string): string => (other.length === letter.length ? other : letter)

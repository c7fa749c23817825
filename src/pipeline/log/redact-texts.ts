/** A message quotes a text if they have this many consecutive characters in common. */
const MIN_SHARED = 6
/** Maximum characters of a message that are logged, and of texts that are compared with it. */
const MAX_MESSAGE = 2_000
const MAX_COMPARED = 262_144

/**
 * Replaces every part of the texts in the message with its length, since a message may quote a text completely, truncated or in part. Also replaces the
 * query strings of URLs. Takes time proportional to the length of the texts.
 */
export function redactTexts(message: string, texts: readonly string[]): string {
  const text = message.slice(0, MAX_MESSAGE)
  if (texts.reduce((sum, { length }) => sum + length, 0) > MAX_COMPARED) return `[${message.length} characters]`
  if (texts.length === 0 && !text.includes('?')) return text
  const folded = lowerCase(text)
  const offsets = offsetsIn(folded)
  const hidden = new Uint8Array(folded.length)
  for (const one of new Set(texts)) for (const form of formsOf(one)) hide(form, folded, offsets, hidden)
  hideQueries(folded, hidden)
  return withLengths(text, hidden)
}

/** Returns the text as it is, and URL-encoded. */
const formsOf = (text: string): string[] => {
  const form = lowerCase(text)
  const encoded = /[^\w.~-]/.test(text) ? lowerCase(encodeURIComponent(text.toWellFormed())) : form
  return encoded === form ? [form] : [form, encoded]
}

/** Returns the text in lower case, if that has the same length. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text
}

/** Returns the offsets of each sequence of MIN_SHARED characters. */
function offsetsIn(message: string): Map<string, number[]> {
  const offsets = new Map<string, number[]>()
  for (let at = 0; at + MIN_SHARED <= message.length; at++) {
    const run = message.slice(at, at + MIN_SHARED)
    const known = offsets.get(run)
    if (known) known.push(at)
    else offsets.set(run, [at])
  }
  return offsets
}

function hide(text: string, message: string, offsets: Map<string, number[]>, hidden: Uint8Array): void {
  if (text.length < MIN_SHARED) hideWord(text, message, hidden)
  const done = new Set<string>()
  for (let at = 0; at + MIN_SHARED <= text.length; at++) {
    const run = text.slice(at, at + MIN_SHARED)
    const found = offsets.get(run)
    if (!found || done.has(run)) continue
    done.add(run)
    for (const offset of found) hidden.fill(1, offset, offset + MIN_SHARED)
  }
}

/** A short text is hidden only if it is a whole word. */
function hideWord(text: string, message: string, hidden: Uint8Array): void {
  if (text.trim() === '') return
  for (let at = message.indexOf(text); at >= 0; at = message.indexOf(text, at + text.length)) {
    if (!isWordCharacter(message[at - 1]) && !isWordCharacter(message[at + text.length])) hidden.fill(1, at, at + text.length)
  }
}

const isWordCharacter = (character = ' '): boolean => /[\p{L}\p{N}]/u.test(character)

/** Hides from the `?` of a URL to its end. */
function hideQueries(message: string, hidden: Uint8Array): void {
  for (const { index, 0: part } of message.matchAll(/\S+/g)) {
    const query = part.includes('/') ? part.indexOf('?') : -1
    if (query >= 0 && query < part.length - 1) hidden.fill(1, index + query, index + part.length)
  }
}

function withLengths(text: string, hidden: Uint8Array): string {
  let result = ''
  for (let at = 0; at < text.length; ) {
    let end = at
    while (end < text.length && hidden[end] === hidden[at]) end += 1
    result += hidden[at] === 1 ? `[${end - at} characters]` : text.slice(at, end)
    at = end
  }
  return result
}

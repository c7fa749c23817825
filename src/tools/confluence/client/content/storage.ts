import sax from 'sax'

/** Storage format is a fragment with undeclared prefixes, so it is parsed within a root element on the same line. */
export const ROOT = '<storage>'

interface Found {
  line: number
  column: number
  message: string
}

/** Returns where the storage format is not well-formed; undefined if it is. Lines and columns count from 1. */
export const faultIn = (storage: string): Found | undefined => unparsed(storage) ?? forbiddenIn(storage)

function unparsed(storage: string): Found | undefined {
  const parser = sax.parser(true)
  let found: Found | undefined
  parser.onerror = error => {
    const [message = ''] = error.message.split('\n')
    found = {
      line: parser.line + 1,
      column: Math.max(1, parser.column - (parser.line === 0 ? ROOT.length : 0)),
      message: plainWords(message)
    }
    throw error // the first error is enough: there may be millions
  }
  try {
    parser.write(`${ROOT}${storage}</storage>`).close()
  } catch (error) {
    if (!found) throw error
  }
  return found
}

const plainWords = (message: string): string => message.charAt(0).toLowerCase() + message.slice(1).replace(/storage/g, 'root')

/** Characters that XML does not allow. */
const NO_CHARACTER = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u
/**
 * Markup other than text: comments, CDATA, processing instructions and tags, whose attributes may contain anything but `<`. Unclosed markup
 * extends to the end.
 */
const MARKUP = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<\?[\s\S]*?(?:\?>|$)|<(?:"[^"<]*"|'[^'<]*'|[^'"<>])*>/g
/** Starts at whitespace, so that a long name is scanned once. */
const ATTRIBUTE = /\s([^\s=]+)\s*=\s*(?:"[^"]*"|'[^']*')/g

/** Finds what the parser accepts but XML does not: invalid characters, duplicate attributes, the end of CDATA in text. */
function forbiddenIn(storage: string): Found | undefined {
  const sign = storage.search(NO_CHARACTER)
  if (sign >= 0) return at(storage, sign, `a character that XML forbids (U+${storage.charCodeAt(sign).toString(16).padStart(4, '0')})`)
  let text = 0
  for (const { 0: markup, index } of storage.matchAll(MARKUP)) {
    const end = endIn(storage, text, index)
    if (end !== undefined) return at(storage, end, END_OF_CDATA)
    text = index + markup.length
    const twice = isTag(markup) ? givenTwice(markup) : undefined
    if (twice !== undefined) return at(storage, index, `the attribute ${twice.slice(0, 100)} is set twice`)
  }
  const end = endIn(storage, text, storage.length)
  return end === undefined ? undefined : at(storage, end, END_OF_CDATA)
}

const END_OF_CDATA = ']]> in text: write ]]&gt;'

const isTag = (markup: string): boolean => !markup.startsWith('<!') && !markup.startsWith('<?')

function endIn(storage: string, from: number, to: number): number | undefined {
  if (to - from < 3) return undefined
  const end = storage.slice(from, to).indexOf(']]>')
  return end < 0 ? undefined : from + end
}

function givenTwice(tag: string): string | undefined {
  const names = new Set<string>()
  for (const [, name = ''] of tag.matchAll(ATTRIBUTE)) {
    if (names.has(name)) return name
    names.add(name)
  }
  return undefined
}

function at(storage: string, offset: number, message: string): Found {
  const before = storage.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n'), message }
}

const MACRO = /<(?:ac|ri):[a-z-]+/g

/** Returns the elements that only the storage format can express: macros, links to pages, tasks, layouts. */
export const macrosIn = (storage: string): string[] => [...new Set((storage.match(MACRO) ?? []).map(tag => tag.slice(1)))]

/** A repetition without an upper limit in a regular expression. */
export interface Repetition {
  /** A text that the part of the expression before it matches. */
  before: string
  /** Texts that one repetition matches. */
  bodies: string[]
}

/** A part of an expression. */
interface Part {
  /** What it matches: alternatives, each a list of parts; or one character, with some that it names. */
  within: Part[][] | { one: (sign: string) => boolean; named: string[] }
  min: number
  max: number
}

/** Characters that stand for all others. */
const SIGNS = [...' ax1-_./:#<>"\'\\`=,\t\nA@{}[]()*+~|&%$!?^;é\u0000\r']
const MAX_BODIES = 5

/** Returns each unbounded repetition of an expression, with texts that reach it. */
export function repetitionsIn(source: string, flags: string): Repetition[] {
  const top = partsOf(source, flags)
  const singles = allIn(top).flatMap(({ within }) => (Array.isArray(within) ? [] : [within.one]))
  const weights = new Map(SIGNS.map(sign => [sign, singles.filter(one => one(sign)).length]))
  const byWeight = SIGNS.toSorted((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0))
  const found: Repetition[] = []
  const walk = (alternatives: Part[][], before: string): void => {
    for (const parts of alternatives) {
      let text = before
      for (const part of parts) {
        if (part.max === Infinity) found.push({ before: text, bodies: textsOf(part, byWeight) })
        if (Array.isArray(part.within)) walk(part.within, text)
        text += (textsOf(part, byWeight)[0] ?? '').repeat(part.min)
      }
    }
  }
  walk(top, '')
  return found
}

const allIn = (alternatives: Part[][]): Part[] =>
  alternatives.flat().flatMap(part => [part, ...(Array.isArray(part.within) ? allIn(part.within) : [])])

/** Texts that a part matches once. */
function textsOf({ within }: Part, signs: readonly string[]): string[] {
  if (!Array.isArray(within)) return [...new Set([...signs, ...within.named].filter(within.one))].slice(0, MAX_BODIES)
  const texts = within.flatMap(parts => {
    const first = parts.map(part => textsOf(part, signs))
    const shortest = first.map((texts, place) => (texts[0] ?? '').repeat(parts[place]?.min ?? 0)).join('')
    const longer = first.map((texts, place) => (texts[0] ?? '').repeat(Math.max(1, parts[place]?.min ?? 0))).join('')
    const others = first.map((texts, place) => (texts[1] ?? texts[0] ?? '').repeat(Math.max(1, parts[place]?.min ?? 0))).join('')
    return [shortest, longer, others]
  })
  return [...new Set(texts)].filter(text => text !== '').slice(0, MAX_BODIES)
}

/** The characters that a class, an escape or a character contains as they are, or by number. */
const namedIn = (text: string): string[] => [
  ...text.replace(/\\u\{?([0-9a-f]{4,6})\}?|\\x([0-9a-f]{2})/gi, (_, code, byte) => String.fromCodePoint(Number.parseInt(code ?? byte, 16)))
]

/** Parses an expression. What matches no text, such as a boundary, is left out. */
function partsOf(source: string, flags: string): Part[][] {
  let at = 0
  const single = (text: string): Part => {
    const form = new RegExp(`^(?:${text})$`, flags.replace(/[gy]/g, ''))
    return { within: { one: sign => form.test(sign), named: namedIn(text) }, min: 1, max: 1 }
  }
  const classEnd = (from: number): number => {
    let depth = 0
    for (let place = from; place < source.length; place++) {
      if (source[place] === '\\') place++
      else if (source[place] === '[' && (depth === 0 || flags.includes('v'))) depth++
      else if (source[place] === ']' && --depth === 0) return place + 1
    }
    return source.length
  }
  const escaped = (): Part | undefined => {
    const [text = ''] =
      /^\\(?:u\{[^}]*\}|u[0-9a-f]{4}|x[0-9a-f]{2}|[pP]\{[^}]*\}|k<[^>]*>|c[a-z]|[\s\S])/i.exec(source.slice(at, at + 100)) ?? []
    at += text.length
    return /^\\(?:[bB1-9]|k<)/.test(text) ? undefined : single(text)
  }
  const group = (): Part | undefined => {
    const [opening = '('] = /^\((?:\?(?:<?[=!]|:|<[^>]*>|[a-z-]*:))?/.exec(source.slice(at, at + 100)) ?? []
    at += opening.length
    const within = alternatives()
    at++
    return /[=!]$/.test(opening) ? undefined : { within, min: 1, max: 1 }
  }
  const atom = (): Part | undefined => {
    const sign = source.charAt(at)
    if (sign === '\\') return escaped()
    if (sign === '(') return group()
    if (sign === '[') {
      const text = source.slice(at, classEnd(at))
      at += text.length
      return single(text)
    }
    at++
    return sign === '^' || sign === '$' ? undefined : single(sign)
  }
  const limits = (): { min: number; max: number } | undefined => {
    const [text, sign, low, comma, high] = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(source.slice(at, at + 30)) ?? []
    if (text === undefined) return undefined
    at += text.length
    if (sign !== undefined) return { min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity }
    return { min: Number(low), max: comma === '' ? Number(low) : high === '' ? Infinity : Number(high) }
  }
  function alternatives(): Part[][] {
    const found: Part[][] = [[]]
    while (at < source.length && source[at] !== ')') {
      if (source[at] === '|') {
        at++
        found.push([])
        continue
      }
      const part = atom()
      const repeated = limits()
      if (part) found.at(-1)?.push({ ...part, ...repeated })
    }
    return found
  }
  return alternatives()
}

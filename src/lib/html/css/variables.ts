import { MAX_VALUE } from './declarations.ts'

/** Custom properties of an element and its ancestors. */
export type Scope = { own: ReadonlyMap<string, string>; outer: Scope; depth: number } | undefined

/** References that are nested more deeply are not followed. */
const MAX_DEPTH = 20
/** Maximum nesting of elements with custom properties. */
export const MAX_SCOPES = 300

const REFERENCE = /(?<![\w-])(var|env)\(/i

/** Returns the custom properties of an element with references resolved. */
export function scopeOf(declared: ReadonlyMap<string, string>, outer: Scope): Scope {
  const depth = (outer?.depth ?? 0) + 1
  const raw: Scope = { own: declared, outer, depth }
  const own = new Map<string, string>()
  for (const [name, value] of declared) own.set(name, referencesVariables(value) ? (substituted(value, raw) ?? 'initial') : value)
  return { own, outer, depth }
}

export const referencesVariables = (value: string): boolean => REFERENCE.test(value)

/** Replaces references to custom properties. Undefined if one has no value, which makes the declaration invalid. */
export function substituted(value: string, scope: Scope): string | undefined {
  let left = MAX_VALUE // shared references, so that a value with many references costs no more than a long one

  function replace(text: string, depth: number): string | undefined {
    const found = REFERENCE.exec(text)
    if (!found) return text
    if (depth > MAX_DEPTH || --left < 0) return undefined
    const start = found.index + found[0].length
    const end = closingOf(text, start)
    const comma = commaIn(text, start, end)
    const name = text.slice(start, comma).trim()
    const fallback = comma < end ? text.slice(comma + 1, end) : undefined
    const own = found[1]?.toLowerCase() === 'env' ? environment(name) : valueIn(name, scope)
    const inner = own ?? fallback
    const value = inner === undefined ? undefined : replace(inner, depth + 1)
    const rest = replace(text.slice(end + 1), depth)
    if (value === undefined || rest === undefined) return undefined
    const whole = `${text.slice(0, found.index)}${value}${rest}`
    return whole.length > MAX_VALUE ? undefined : whole
  }
  return value.length > MAX_VALUE ? undefined : replace(value, 0)?.trim()
}

function valueIn(name: string, scope: Scope): string | undefined {
  let around = scope
  for (let depth = 0; around && depth < MAX_SCOPES; depth++) {
    const value = around.own.get(name)
    if (value !== undefined && !/^(?:inherit|unset)$/i.test(value)) return /^initial$/i.test(value) ? undefined : value
    around = around.outer
  }
  return undefined
}

const environment = (name: string): string | undefined => (name.startsWith('safe-area-inset-') ? '0px' : undefined)

function closingOf(text: string, from: number): number {
  let depth = 1
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at
  }
  return text.length
}

function commaIn(text: string, from: number, to: number): number {
  const comma = text.indexOf(',', from)
  return comma === -1 || comma > to ? to : comma
}

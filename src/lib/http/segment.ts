import { OperationError } from '../../contract/errors.ts'
import { invalidField } from '../invalid-field.ts'
import { noteValue } from './attempt-log.ts'

/** Servers and proxies decode a path once or twice. A value that still changes after this many times is refused as malicious. */
const MAX_DECODINGS = 4

// biome-ignore lint/suspicious/noControlCharactersInRegex: a path segment must not contain them
const FORBIDDEN = /[\u0000-\u001f\u007f\\]/
/** Some servers ignore what follows a semicolon (path parameters). */
const DOTS = /^\.{1,2}(?:;|$)/

/**
 * Encodes a value as exactly one segment of an upstream path. Throws invalid_field_value if a server, a proxy or a client could read it as
 * another path: `.`, `..`, empty, or with slashes, backslashes or control characters, encoded or not. `property`: the input that contains
 * the value.
 */
export function segment(value: string | number, property = 'id'): string {
  const rawText = String(value)
  if (forms(rawText, property).some(form => form.includes('/'))) throw invalidField(property, 'cannot contain a slash', 'an ID or a name')
  return named(rawText, property)
}

/**
 * Encodes a name that may contain slashes as one segment, with `%2F` for each slash, as GitLab expects for projects, files, branches and
 * tags. Also refuses empty parts and slashes that are already encoded.
 */
export function pathSegment(value: string | number, property = 'path'): string {
  const rawText = String(value)
  const slashes = rawText.split('/').length
  if (forms(rawText, property).some(form => form.split('/').length !== slashes))
    throw invalidField(property, 'cannot contain an encoded slash', 'a name with slashes as they are')
  return named(rawText, property)
}

function named(rawText: string, property: string): string {
  const problem = forms(rawText, property).flatMap(form => problemOf(form) ?? [])[0]
  if (problem !== undefined) throw invalidField(property, problem, 'an ID or a name')
  return noteValue(encodeURIComponent(rawText.toWellFormed()))
}

function problemOf(form: string): string | undefined {
  if (FORBIDDEN.test(form)) return 'cannot contain a backslash or a control character'
  const part = form.split('/').find(part => part === '' || DOTS.test(part))
  if (part === undefined) return undefined
  return form === '' ? 'cannot be empty' : part === '' ? 'cannot contain an empty part' : `cannot contain "${part}" as a part of a path`
}

/** Returns the value and every form that decoding it yields. */
function forms(rawText: string, property: string): string[] {
  const all = [rawText]
  for (let form = rawText; ; ) {
    const next = decoded(form)
    if (next === form) return all
    if (all.length > MAX_DECODINGS) throw invalidField(property, 'is encoded too many times', 'the plain value')
    all.push(next)
    form = next
  }
}

/** A percent sign without two hexadecimal digits stays as it is. */
const decoded = (text: string): string => text.replace(/%[0-7][0-9a-f]/gi, code => String.fromCharCode(Number.parseInt(code.slice(1), 16)))

/** The last check before sending, for every path: one that was not built by `segment` must not change the target either. */
export function checkPath(path: string): void {
  const [plain = ''] = path.split('?')
  const parts = plain === '' ? [] : plain.replace(/^\//, '').split('/')
  const isPlain = (part: string): boolean =>
    part !== '' && !forms(part, 'path').some(form => form.split(/[/\\]/).some(one => DOTS.test(one)))
  if (!path.includes('#') && !FORBIDDEN.test(path) && parts.every(isPlain)) return
  throw new OperationError('invalid_field_value', 'A value in this call would change the path of the request. Nothing was sent.', {
    source: 'gateway',
    outcome: 'not_executed'
  })
}

import type { Issue } from './errors.ts'

/** A rule over several properties, which one flat object cannot say. */
export interface Requirement {
  /** The rule as a sentence; shown on every surface. */
  text: string
  check: (input: Record<string, unknown>) => Issue | readonly Issue[] | undefined
}

/** A property, or several that are given together. */
type Choice = string | readonly string[]

const names = (choice: Choice): readonly string[] => (typeof choice === 'string' ? [choice] : choice)
const label = (choice: Choice): string => names(choice).join(' + ')
const isTouched = (input: Record<string, unknown>, choice: Choice): boolean => names(choice).some(name => input[name] !== undefined)

/** Nothing of what is needed is given: the first of it is named. */
export const lacking = (path: string, instead: string, expected: string): Issue => ({
  path,
  message: `is required, or ${instead} in its place`,
  expected
})

/** Of choices that exclude each other the later ones are named. */
const besideEachOther = ([first = '', ...others]: readonly Choice[], expected: string): Issue => ({
  path: others.flatMap(names)[0] ?? '',
  message: `does not go with ${label(first)}`,
  expected
})

/** Exactly one of the choices must be given, whole. */
export function oneOf(...choices: Choice[]): Requirement {
  const list = choices.map(label).join(', or ')
  const text = `Give exactly one of: ${list}.`
  return {
    text,
    check(input) {
      const touched = choices.filter(choice => isTouched(input, choice))
      const [only] = touched
      if (only === undefined) return lacking(names(choices[0] ?? '')[0] ?? '', choices.slice(1).map(label).join(', or '), text)
      if (touched.length > 1) return besideEachOther(touched, text)
      const absent = names(only).filter(name => input[name] === undefined)
      return absent[0] === undefined ? undefined : { path: absent[0], message: 'is required here', expected: text }
    }
  }
}

/** None or one of the choices may be given. */
export function atMostOne(...choices: Choice[]): Requirement {
  const text = `Give at most one of: ${choices.map(label).join(', ')}.`
  return {
    text,
    check(input) {
      const touched = choices.filter(choice => isTouched(input, choice))
      return touched.length > 1 ? besideEachOther(touched, text) : undefined
    }
  }
}

/** At least one of the properties must be given. */
export function atLeastOne(first: string, ...others: string[]): Requirement {
  const properties = [first, ...others]
  const text = `Give at least one of: ${properties.join(', ')}.`
  const instead = others.length > 1 ? `one of ${others.join(', ')}` : others.join()
  return {
    text,
    check: input => (properties.some(name => isTouched(input, name)) ? undefined : lacking(first, instead, text))
  }
}

/** What is given cannot be emptied in the same call. */
export function notCleared(): Requirement {
  const text = 'Do not name in clear what is given a value.'
  return {
    text,
    check(input) {
      const cleared = Array.isArray(input['clear']) ? input['clear'] : []
      const both = cleared.filter(name => typeof name === 'string' && input[name] !== undefined)
      return both.length > 0 ? { path: 'clear', message: `names ${both.join(', ')}, which is given a value`, expected: text } : undefined
    }
  }
}

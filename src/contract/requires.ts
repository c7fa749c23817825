import type { Issue } from './errors.ts'

/** A rule over several properties, which one flat object cannot say. */
export interface Requirement {
  /** The rule as a sentence; shown on every surface. */
  text: string
  check: (input: Record<string, unknown>) => Issue | undefined
}

/** A property, or several that are given together. */
type Choice = string | readonly string[]

const names = (choice: Choice): readonly string[] => (typeof choice === 'string' ? [choice] : choice)
const label = (choice: Choice): string => names(choice).join(' + ')
const isGiven = (input: Record<string, unknown>, choice: Choice): boolean => names(choice).every(name => input[name] !== undefined)
const isTouched = (input: Record<string, unknown>, choice: Choice): boolean => names(choice).some(name => input[name] !== undefined)

/** Exactly one of the choices must be given, whole. */
export function oneOf(...choices: Choice[]): Requirement {
  const list = choices.map(label).join(', or ')
  const text = `Give exactly one of: ${list}.`
  return {
    text,
    check(input) {
      const touched = choices.filter(choice => isTouched(input, choice))
      if (touched.length === 1 && touched.every(choice => isGiven(input, choice))) return undefined
      const message =
        touched.length > 1 ? `gives ${touched.map(label).join(' and ')}` : touched.length === 1 ? 'is incomplete' : 'gives none'
      return { path: '', message, expected: text }
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
      return touched.length > 1 ? { path: '', message: `gives ${touched.map(label).join(' and ')}`, expected: text } : undefined
    }
  }
}

/** At least one of the properties must be given. */
export function atLeastOne(...properties: string[]): Requirement {
  const text = `Give at least one of: ${properties.join(', ')}.`
  return {
    text,
    check: input => (properties.some(name => isTouched(input, name)) ? undefined : { path: '', message: 'gives none', expected: text })
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

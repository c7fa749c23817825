import type { Issue } from './errors.ts'

/** A rule over several properties, which the schema of one flat object cannot express. */
export interface Requirement {
  /** The rule as a sentence; shown on every surface. */
  text: string
  check: (input: Record<string, unknown>) => Issue | readonly Issue[] | undefined
}

/** A property, or several that belong together. */
type Choice = string | readonly string[]

const names = (choice: Choice): readonly string[] => (typeof choice === 'string' ? [choice] : choice)
const label = (choice: Choice): string => names(choice).join(' + ')
const isPresent = (input: Record<string, unknown>, choice: Choice): boolean => names(choice).some(name => input[name] !== undefined)

/** Returns the issue for a property that is missing, as are its alternatives. */
export const missingProperty = (path: string, alternatives: string, expected: string): Issue => ({
  path,
  message: `is required unless ${alternatives} is set`,
  expected
})

/** Returns the issue for choices that cannot be combined. Its path is a property of the second one. */
const conflict = ([first = '', ...others]: readonly Choice[], expected: string): Issue => ({
  path: others.flatMap(names)[0] ?? '',
  message: `cannot be combined with ${label(first)}`,
  expected
})

/** Requires exactly one of the choices, with all of its properties. */
export function oneOf(...choices: Choice[]): Requirement {
  const list = choices.map(label).join(', ')
  const text = `Set exactly one of: ${list}.`
  return {
    text,
    check(input) {
      const present = choices.filter(choice => isPresent(input, choice))
      const [only] = present
      if (only === undefined) return missingProperty(names(choices[0] ?? '')[0] ?? '', choices.slice(1).map(label).join(' or '), text)
      if (present.length > 1) return conflict(present, text)
      const [absent] = names(only).filter(name => input[name] === undefined)
      const given = names(only).filter(name => input[name] !== undefined)
      return absent === undefined ? undefined : { path: absent, message: `is required with ${given.join(' and ')}`, expected: text }
    }
  }
}

/** Allows at most one of the choices. */
export function atMostOne(...choices: Choice[]): Requirement {
  const text = `Set at most one of: ${choices.map(label).join(', ')}.`
  return {
    text,
    check(input) {
      const present = choices.filter(choice => isPresent(input, choice))
      return present.length > 1 ? conflict(present, text) : undefined
    }
  }
}

/** Requires at least one of the properties. */
export function atLeastOne(first: string, ...others: string[]): Requirement {
  const properties = [first, ...others]
  const text = `Set at least one of: ${properties.join(', ')}.`
  const alternatives = others.length > 1 ? `one of ${others.join(', ')}` : others.join()
  return {
    text,
    check: input => (properties.some(name => isPresent(input, name)) ? undefined : missingProperty(first, alternatives, text))
  }
}

/** Refuses a property that has a value and is also listed in `clear`. `inputs`: the properties that set what `clear` calls by another name. */
export function notCleared(inputs: Readonly<Record<string, string>> = {}): Requirement {
  const text = 'A property cannot have a value and be listed in clear.'
  return {
    text,
    check(input) {
      const cleared = Array.isArray(input['clear']) ? input['clear'] : []
      const both = cleared.filter(name => typeof name === 'string' && input[inputs[name] ?? name] !== undefined)
      return both.length > 0 ? { path: 'clear', message: `lists ${both.join(', ')}, which has a value`, expected: text } : undefined
    }
  }
}

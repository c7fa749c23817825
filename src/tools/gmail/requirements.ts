import type { Requirement } from '../../contract/requires.ts'
import { asksSomething, saysSomething, WORDS_EXPECTED } from '../../lib/google/words.ts'

const COLOURS = 'text_color and background_color are given together.'

/** Gmail refuses one without the other. */
export const bothColours: Requirement = {
  text: COLOURS,
  check: ({ text_color, background_color }) =>
    (text_color === undefined) === (background_color === undefined)
      ? undefined
      : { path: text_color === undefined ? 'text_color' : 'background_color', message: 'is lacking', expected: COLOURS }
}

/** An operator with nothing behind it looks for nothing. */
const OPERATORS = /[a-z_]+:/gi

/** Each condition in words says something: Gmail would pass the rest over, and find everything. */
export const wordsSaySomething: Requirement = {
  text: `query, from, to, subject and text hold ${WORDS_EXPECTED}.`,
  check(input) {
    const path = ['query', 'from', 'to', 'subject', 'text'].find(name => {
      const value = input[name]
      return typeof value === 'string' && !(name === 'query' ? asksSomething(value.replace(OPERATORS, ' ')) : saysSomething(value))
    })
    return path === undefined ? undefined : { path, message: 'looks for nothing, and would find everything', expected: WORDS_EXPECTED }
  }
}

import type { Requirement } from '../../contract/requires.ts'

const COLOURS = 'text_color and background_color are given together.'

/** Gmail refuses one without the other. */
export const bothColours: Requirement = {
  text: COLOURS,
  check: ({ text_color, background_color }) =>
    (text_color === undefined) === (background_color === undefined)
      ? undefined
      : { path: text_color === undefined ? 'text_color' : 'background_color', message: 'is lacking', expected: COLOURS }
}

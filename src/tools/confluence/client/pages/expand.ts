import { FORMATS, type Format } from '../../schemas.ts'
import type { Parts } from './page-parts.ts'
import type { ReadOptions } from './page-source.ts'

/** The parts that the values of `expand` request. */
export interface Expanded extends Required<Pick<ReadOptions, 'ancestors' | 'children' | 'users'>>, Parts {
  /** Formats of the body, from `body.storage` and similar values. */
  formats: Format[]
  /** Values that are not supported. */
  unknown: string[]
}

/** Parts that are always returned, with everything below them. */
const ALWAYS = ['version', 'space', 'history', 'labels', 'metadata.labels', 'metadata', 'extensions', 'container', 'body']
const ASKED = ['ancestors', 'children', 'children.page', 'users']

/** Reads the vendor's values for version 1: some parts are always returned, others cost one more request. */
export function readExpand(words: readonly string[]): Expanded {
  const has = (...names: string[]): boolean => names.some(name => words.includes(name))
  const formats = FORMATS.filter(name => words.includes(`body.${name}`))
  return {
    ancestors: has('ancestors'),
    children: has('children', 'children.page'),
    users: has('users'),
    restrictions: words.some(isRestrictions),
    properties: words.some(isProperties),
    formats,
    unknown: words.filter(word => !isKnown(word))
  }
}

const isRestrictions = (word: string): boolean => word === 'restrictions' || word.startsWith('restrictions.')
const isProperties = (word: string): boolean => word === 'metadata.properties' || word.startsWith('metadata.properties.')

function isKnown(word: string): boolean {
  if (isRestrictions(word) || isProperties(word)) return true
  if (ASKED.includes(word) || ALWAYS.includes(word) || FORMATS.some(name => word === `body.${name}`)) return true
  return ['version.', 'space.', 'history.'].some(part => word.startsWith(part))
}

import { FORMATS, type Format } from '../schemas.ts'
import type { Parts } from './page-parts.ts'
import type { Wish } from './page-source.ts'

/** What the words of `expand` ask for. */
export interface Expanded extends Required<Pick<Wish, 'ancestors' | 'children' | 'users'>>, Parts {
  /** Formats of the body, as `body.storage` names them. */
  formats: Format[]
  /** What is not answered here. */
  unknown: string[]
}

/** Parts that are answered in any case, with all that is below them. */
const ALWAYS = ['version', 'space', 'history', 'labels', 'metadata.labels', 'metadata', 'extensions', 'container', 'body']
const ASKED = ['ancestors', 'children', 'children.page', 'users']

/** The words of the vendor, which version 1 expands: some are answered in any case, some cost a further request. */
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

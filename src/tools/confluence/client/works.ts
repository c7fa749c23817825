import { blockEnd } from './blocks.ts'
import { differenceOf } from './difference.ts'
import { fromMarkdown } from './from-markdown.ts'
import { toMarkdown } from './markdown.ts'
import { faultIn } from './storage.ts'

/** What is made of whole bodies, and takes the longer the larger they are. */
const works = { blockEnd, differenceOf, faultIn, fromMarkdown, toMarkdown }

export type Work = keyof typeof works
/** What each is given, and what it answers. */
export type Given = { [K in Work]: Parameters<(typeof works)[K]> }
export type Made = { [K in Work]: ReturnType<(typeof works)[K]> }
export interface Task<K extends Work = Work> {
  work: K
  given: Given[K]
}

const byName: { [K in Work]: (...given: Given[K]) => Made[K] } = works

export const perform = <K extends Work>({ work, given }: Task<K>): Made[K] => byName[work](...given)

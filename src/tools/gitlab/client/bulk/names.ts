import { misgiven } from '../../../../lib/misgiven.ts'
import { type Place, placeOf } from '../place.ts'
import type { BulkTurn } from './each.ts'

/** How a thing is named beside its project, in which no path of a project has any part: `group/name#12`, `group/name!34`, `group/name:1022`. */
export type Sign = '#' | '!' | ':'

const MEANING: Readonly<Record<Sign, string>> = {
  '#': 'issues, as group/name#12',
  '!': 'merge requests, as group/name!34',
  ':': 'a project and what is meant of it, as group/name:1022'
}

/** The parts of a name: a project by path or id, and a number or another name within it. */
export function partsOf(id: string, sign: Sign): { project: string; name: string } {
  const at = id.indexOf(sign)
  if (at > 0 && at < id.length - 1) return { project: id.slice(0, at), name: id.slice(at + 1) }
  throw misgiven('ids', `names nothing: ${id.slice(0, 100)}`, MEANING[sign])
}

/** The same for what has a number. */
export function numberIn(id: string, sign: Sign): { project: string; number: number } {
  const { project, name } = partsOf(id, sign)
  if (/^\d{1,15}$/.test(name)) return { project, number: Number(name) }
  throw misgiven('ids', `names nothing: ${id.slice(0, 100)}`, MEANING[sign])
}

/** Where a named thing with a number is: one of a project that the caller may use. */
export async function placeIn(id: string, sign: Sign, call: BulkTurn): Promise<{ place: Place; number: number }> {
  const { project, number } = numberIn(id, sign)
  return { place: await placeOf(call.client, project, call), number }
}

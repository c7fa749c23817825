import type { Call } from '../../../contract/handed.ts'
import type { AboutRequest } from '../../../lib/http/about.ts'
import { misgiven } from '../../../lib/misgiven.ts'
import type { Subject } from './failures.ts'

/** What the client needs of a call. */
export type Turn = Pick<Call<unknown>, 'signal' | 'observe' | 'warn' | 'truncate' | 'respond' | 'caller'>

export type Request = AboutRequest<Subject>

/** Whatever a caller gave, as one segment of a path: encoded here, once, and nowhere else. */
export function segment(value: string | number, property = 'path'): string {
  const given = String(value)
  // An address gives these a meaning of their own, encoded or not.
  if (given === '.' || given === '..' || given === '') throw misgiven(property, `cannot be "${given}"`, 'a name')
  return encodeURIComponent(given)
}

/** A list under the name by which GitLab knows lists. */
export const listed = (name: string, values: readonly (string | number)[] | undefined): Record<string, string[]> =>
  values === undefined ? {} : { [`${name}[]`]: values.map(String) }

/** GitLab takes labels as one text; a label cannot hold a comma. */
export const joined = (values: readonly string[] | undefined): string | undefined => values?.join(',')

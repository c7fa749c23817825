import { invalidField } from '../../../../lib/invalid-field.ts'
import type { ProjectReference } from '../projects/project-reference.ts'

import type { GitLabBulkCall } from './call.ts'

/** Separates project and resource in an item ID: `group/name#12`, `group/name!34`, `group/name:1022`. No project path contains it. */
export type Separator = '#' | '!' | ':'

const EXPECTED: Readonly<Record<Separator, string>> = {
  '#': 'issues, such as group/name#12',
  '!': 'merge requests, such as group/name!34',
  ':': 'a project and the resource in it, such as group/name:1022'
}

/** Splits an item ID into the project (path or ID) and the name of the resource in it. Throws invalid_field_value. */
export function partsOf(id: string, separator: Separator): { project: string; name: string } {
  const at = id.indexOf(separator)
  if (at > 0 && at < id.length - 1) return { project: id.slice(0, at), name: id.slice(at + 1) }
  throw invalidField('ids', `has an invalid ID: ${id.slice(0, 100)}`, EXPECTED[separator])
}

/** As `partsOf`, for resources that have a number. */
function numberedPartsOf(id: string, separator: Separator): { project: string; number: number } {
  const { project, name } = partsOf(id, separator)
  if (/^\d{1,15}$/.test(name)) return { project, number: Number(name) }
  throw invalidField('ids', `has an invalid ID: ${id.slice(0, 100)}`, EXPECTED[separator])
}

/** Resolves an item ID to its project, which the caller may use, and its number. */
export async function resolveItem(
  id: string,
  separator: Separator,
  call: GitLabBulkCall
): Promise<{ project: ProjectReference; number: number }> {
  const { project: reference, number } = numberedPartsOf(id, separator)
  return { project: await call.client.project(reference, call), number }
}

import type { Catalog } from '../../contract/catalog.ts'
import { OperationError } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { memberNames, membersOf, type Pack, suggested, withJobVerbs } from '../../contract/packs.ts'

/** What a tool list is to hold. */
export interface Choice {
  tag?: string
  pack?: string
}

/** Of what the caller sees, what was chosen. Without a choice, all of it. */
export function chosen(catalog: Catalog, packs: readonly Pack[], seen: readonly Operation[], { tag, pack }: Choice): readonly Operation[] {
  const byTag = tag === undefined ? undefined : withJobVerbs(catalog, taggedOrFail(catalog, seen, tag))
  const byPack = pack === undefined ? undefined : packOrFail(packs, pack).operations
  return seen.filter(operation => (byTag?.includes(operation) ?? true) && (byPack?.includes(operation) ?? true))
}

function taggedOrFail(catalog: Catalog, seen: readonly Operation[], tag: string): Operation[] {
  const found = membersOf(catalog, tag).filter(operation => seen.includes(operation))
  if (found.length > 0) return found
  const names = memberNames({ operations: seen })
  throw refusal('tag', `No operation that this key may call is tagged ${tag}.`, 'a system, or one of its groups, such as gitlab:issues', [
    ...suggested(tag, names)
  ])
}

function packOrFail(packs: readonly Pack[], name: string): Pack {
  const found = packs.find(pack => pack.name === name)
  if (found) return found
  const names = packs.map(pack => pack.name)
  throw refusal('pack', `There is no pack ${name}.`, `one of: ${names.join(', ')}`, suggested(name, names))
}

const refusal = (path: string, message: string, expected: string, suggestions: string[]): OperationError =>
  new OperationError('invalid_field_value', message, { issues: [{ path, message: 'is not known here', expected }], suggestions })

import { Type } from 'typebox'
import type { ListInput } from '../../../contract/operation.ts'
import type { Attribute } from '../graph/objects/attributes.ts'
import { parseAsOf } from '../graph/time.ts'
import { requireLength, requireNames, requireStorable } from '../graph/validate-text.ts'
import { createCursor, RowPosition, readCursor } from './cursor.ts'
import { graphOf, type MemoryCall } from './memory.ts'

interface Past {
  as_of?: string
  known_at?: string
}

const LinkPlace = Type.Integer({ minimum: 1 })

export async function getObject(input: Past & { name: string; links_limit: number; links_cursor?: string }, call: MemoryCall) {
  const { name, links_limit, links_cursor } = input
  requireNames({ name })
  const after = readCursor(LinkPlace, links_cursor, 'links_cursor')
  const { object, next, ...links } = await graphOf(call).read('getObject', { name, limit: links_limit, after, ...parseAsOf(input) })
  if (next !== null)
    call.truncate({
      reason: 'limit',
      omitted: null,
      next: 'next_links_cursor',
      hint: 'Pass next_links_cursor as links_cursor for more links.'
    })
  return { ...object, ...links, next_links_cursor: next === null ? null : createCursor(next) }
}

export async function updateObject(
  input: { name: string; new_name?: string; summary?: string; type?: string; attributes?: Attribute[]; aliases?: string[] },
  call: MemoryCall
) {
  requireNames({ name: input.name, ...(input.new_name !== undefined && { new_name: input.new_name }) })
  for (const alias of input.aliases ?? []) requireNames({ aliases: alias })
  requireStorable({ ...input })
  requireLength({ new_name: input.new_name, type: input.type })
  for (const alias of input.aliases ?? []) requireLength({ aliases: alias })
  const { object, changes } = await graphOf(call).write('updateObject', input)
  return { ...object, changed: changes.length > 0, changes }
}

export async function deleteObject({ name, cascade, dry_run }: { name: string; cascade: boolean; dry_run: boolean }, call: MemoryCall) {
  requireNames({ name })
  return await graphOf(call).write('deleteObject', { name, cascade, dry_run })
}

export async function mergeObjects({ from, into, dry_run }: { from: string; into: string; dry_run: boolean }, call: MemoryCall) {
  requireNames({ from, into })
  return await graphOf(call).write('mergeObjects', { from, into, dry_run })
}

export async function listObjects(
  { type, name_prefix, limit, cursor }: ListInput & { type?: string; name_prefix?: string },
  call: MemoryCall
) {
  requireStorable({ type, name_prefix })
  const selection = { ...(type !== undefined && { type }), ...(name_prefix !== undefined && { name_prefix }) }
  return paged(await graphOf(call).read('listObjects', { ...selection, limit, after: readCursor(RowPosition, cursor) }))
}

export async function listHistory({ name, relation, limit, cursor }: ListInput & { name: string; relation?: string }, call: MemoryCall) {
  requireNames({ name, relation })
  return paged(await graphOf(call).read('listHistory', { name, relation, limit, after: readCursor(RowPosition, cursor) }))
}

function paged<Item>({ items, next, total }: { items: Item[]; next: object | null; total: number }) {
  return { items, next_cursor: next && createCursor(next), total: { value: Number(total), relation: 'eq' as const } }
}

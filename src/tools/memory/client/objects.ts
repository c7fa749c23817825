import { Type } from 'typebox'
import type { ListInput } from '../../../contract/operation.ts'
import { requireFitting } from '../graph/fitting.ts'
import { asOf } from '../graph/moment.ts'
import type { Attribute } from '../graph/objects.ts'
import { requireNames, requireSound } from '../graph/sound.ts'
import { cursorFor, placeIn, RowPlace } from './cursor.ts'
import { graphOf, type Turn } from './turn.ts'

interface Past {
  as_of?: string
  known_at?: string
}

const LinkPlace = Type.Integer({ minimum: 1 })

export async function getObject(input: Past & { name: string; links_limit: number; links_cursor?: string }, turn: Turn) {
  const { name, links_limit, links_cursor } = input
  requireNames({ name })
  const after = placeIn(LinkPlace, links_cursor, 'links_cursor')
  const { object, next, ...links } = await graphOf(turn).read('getObject', { name, limit: links_limit, after, ...asOf(input) })
  if (next !== null) turn.truncate({ reason: 'limit', omitted: null, hint: 'Give next_links_cursor as links_cursor for more links.' })
  return { ...object, ...links, next_links_cursor: next === null ? null : cursorFor(next) }
}

export async function updateObject(
  input: { name: string; new_name?: string; summary?: string; type?: string; attributes?: Attribute[] },
  turn: Turn
) {
  requireNames({ name: input.name, ...(input.new_name !== undefined && { new_name: input.new_name }) })
  requireSound({ ...input })
  requireFitting({ new_name: input.new_name, type: input.type })
  const { object, changes } = await graphOf(turn).write('updateObject', input)
  return { ...object, changed: changes.length > 0, changes }
}

export async function deleteObject({ name, cascade, dry_run }: { name: string; cascade: boolean; dry_run: boolean }, turn: Turn) {
  requireNames({ name })
  return await graphOf(turn).write('deleteObject', { name, cascade, dry_run })
}

export async function mergeObjects({ from, into, dry_run }: { from: string; into: string; dry_run: boolean }, turn: Turn) {
  requireNames({ from, into })
  return await graphOf(turn).write('mergeObjects', { from, into, dry_run })
}

export async function listObjects({ type, name_prefix, limit, cursor }: ListInput & { type?: string; name_prefix?: string }, turn: Turn) {
  requireSound({ type, name_prefix })
  const selection = { ...(type !== undefined && { type }), ...(name_prefix !== undefined && { name_prefix }) }
  return paged(await graphOf(turn).read('listObjects', { ...selection, limit, after: placeIn(RowPlace, cursor) }))
}

export async function listHistory({ name, relation, limit, cursor }: ListInput & { name: string; relation?: string }, turn: Turn) {
  requireNames({ name, relation })
  return paged(await graphOf(turn).read('listHistory', { name, relation, limit, after: placeIn(RowPlace, cursor) }))
}

function paged<Item>({ items, next, total }: { items: Item[]; next: object | null; total: number }) {
  return { items, next_cursor: next && cursorFor(next), total: { value: Number(total), relation: 'eq' as const } }
}

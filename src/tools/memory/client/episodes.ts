import { Type } from 'typebox'
import type { ListInput } from '../../../contract/operation.ts'
import { failure } from '../graph/errors.ts'
import { requireStorable } from '../graph/validate-text.ts'
import { createCursor, readCursor } from './cursor.ts'
import { parseLinkId } from './links.ts'
import { graphOf, type MemoryCall } from './memory.ts'

const Position = Type.Integer({ minimum: 1 })

export async function listEpisodes({ link_id, limit, cursor }: ListInput & { link_id?: string }, call: MemoryCall) {
  const { items, next, total } = await graphOf(call).read('listEpisodes', {
    link_id: link_id === undefined ? undefined : parseLinkId(link_id),
    after: readCursor(Position, cursor),
    limit
  })
  return { items, next_cursor: next === null ? null : createCursor(next), total: { value: total, relation: 'eq' as const } }
}

export async function deleteEpisode({ episode_id, ...how }: { episode_id: string; facts: boolean; dry_run: boolean }, call: MemoryCall) {
  requireStorable({ episode_id })
  if (!/^\d{1,15}$/.test(episode_id)) throw failure('episode_not_found', `There is no episode ${episode_id.slice(0, 40)}.`)
  return await graphOf(call).write('deleteEpisode', { id: Number(episode_id), ...how })
}

import { LRUCache } from 'lru-cache'
import { OperationError } from '../../../../contract/errors.ts'
import type { SpaceInfo } from '../../schemas.ts'
import { type ConfluenceCall, type Send, v2 } from '../request.ts'
import { rowsOf, spaceInfoOf } from '../shapes-v1.ts'

const MAX_ROWS = 5000
const AGE_MS = 900_000

/** Caches the spaces of Cloud by ID and by key: pages contain the ID, callers use the key. Names may be 15 minutes old. */
export interface SpaceCache {
  byId: (id: string, call: ConfluenceCall) => Promise<SpaceInfo>
  byKeys: (keys: readonly string[], call: ConfluenceCall) => Promise<SpaceInfo[]>
}

export function createSpaceCache(send: Send): SpaceCache {
  const byId = new LRUCache<string, SpaceInfo>({ max: MAX_ROWS, ttl: AGE_MS })
  const byKey = new LRUCache<string, SpaceInfo>({ max: MAX_ROWS, ttl: AGE_MS })
  const note = (space: SpaceInfo): SpaceInfo => {
    byId.set(space.id, space)
    byKey.set(space.key, space)
    return space
  }
  const read = async (query: Record<string, string>, name: string, call: ConfluenceCall): Promise<SpaceInfo[]> => {
    const body = await send({ path: v2('spaces'), query: { ...query, limit: 250 }, subject: { kind: 'space', name } }, call)
    return rowsOf(body).map(spaceInfoOf).map(note)
  }
  return {
    async byId(id, call) {
      const known = byId.get(id)
      if (known) return known
      // Without an ID, Confluence would list arbitrary spaces.
      const found = id === '' ? [] : await read({ ids: id }, id, call)
      return found.find(space => space.id === id) ?? unknownSpace(id)
    },
    async byKeys(keys, call) {
      const lacking = keys.filter(key => !byKey.has(key))
      const fresh = lacking.length > 0 ? await read({ keys: lacking.join(',') }, lacking.join(', '), call) : []
      return keys.map(key => {
        const space = byKey.get(key) ?? fresh.find(one => one.key === key)
        if (space) return space
        throw missingSpace(key)
      })
    }
  }
}

/** A space for which only the ID is known, if any. */
export const unknownSpace = (id: string): SpaceInfo => ({ id, key: '', name: '', type: '', status: '' })

const missingSpace = (key: string): OperationError =>
  new OperationError('space_not_found', `Confluence has no space ${key} that this account can see.`, {
    source: 'upstream',
    outcome: 'not_executed',
    suggestions: ['Use confluence_list_spaces to see the spaces.']
  })

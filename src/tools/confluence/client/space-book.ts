import { LRUCache } from 'lru-cache'
import { OperationError } from '../../../contract/errors.ts'
import type { SpaceInfo } from '../schemas.ts'
import { type Send, type Turn, v2 } from './request.ts'
import { rowsOf, spaceInfoOf } from './shapes-v1.ts'

const MOST = 5000
const AGE_MS = 900_000

/** Spaces of Cloud by id and by key: pages name their space by id, people by key. Names may be a quarter of an hour old. */
export interface SpaceBook {
  byId: (id: string, turn: Turn) => Promise<SpaceInfo>
  byKeys: (keys: readonly string[], turn: Turn) => Promise<SpaceInfo[]>
}

export function createSpaceBook(send: Send): SpaceBook {
  const byId = new LRUCache<string, SpaceInfo>({ max: MOST, ttl: AGE_MS })
  const byKey = new LRUCache<string, SpaceInfo>({ max: MOST, ttl: AGE_MS })
  const note = (space: SpaceInfo): SpaceInfo => {
    byId.set(space.id, space)
    byKey.set(space.key, space)
    return space
  }
  const ask = async (query: Record<string, string>, name: string, turn: Turn): Promise<SpaceInfo[]> => {
    const body = await send({ path: v2('spaces'), query: { ...query, limit: 250 }, about: { kind: 'space', name } }, turn)
    return rowsOf(body).map(spaceInfoOf).map(note)
  }
  return {
    async byId(id, turn) {
      const known = byId.get(id)
      if (known) return known
      // Without an id Confluence would list whichever it likes.
      const found = id === '' ? [] : await ask({ ids: id }, id, turn)
      return found.find(space => space.id === id) ?? untoldSpace(id)
    },
    async byKeys(keys, turn) {
      const lacking = keys.filter(key => !byKey.has(key))
      const fresh = lacking.length > 0 ? await ask({ keys: lacking.join(',') }, lacking.join(', '), turn) : []
      return keys.map(key => {
        const space = byKey.get(key) ?? fresh.find(one => one.key === key)
        if (space) return space
        throw missingSpace(key)
      })
    }
  }
}

/** A space of which nothing but its id is known, if that. */
export const untoldSpace = (id: string): SpaceInfo => ({ id, key: '', name: '', type: '', status: '' })

const missingSpace = (key: string): OperationError =>
  new OperationError('space_not_found', `Confluence has no space ${key} that this account can see.`, {
    source: 'upstream',
    outcome: 'not_executed',
    suggestions: ['confluence_list_spaces tells the spaces there are.']
  })

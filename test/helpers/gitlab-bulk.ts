import type { Test } from 'tap'
import type { FaultAnswer } from '../../sandbox/control/faults.ts'
import type { Received } from '../../sandbox/control/requests.ts'
import { TOKEN } from '../../sandbox/gitlab/credentials.ts'
import { buildServer, ROOT } from '../../sandbox/gitlab/server.ts'
import type { Project, State } from '../../sandbox/gitlab/state/model.ts'
import { seedState } from '../../sandbox/gitlab/state/seed.ts'
import type { BulkAdapter } from '../../src/contract/bulk.ts'
import { gitlab } from '../../src/tools/gitlab/tool.ts'
import type { About, AdapterContract, Bench } from '../bulk/adapter-contract.ts'
import { type JobHouse, openJobHouse } from './job-house.ts'
import { clientOf, controlOf, type StandInControl } from './stand-in.ts'

export interface Kit {
  /** Somebody else changes the item in what the action is about. */
  changed?: (state: State, id: string) => void
  /** What is there before the check begins. */
  first?: (state: State) => void
  /** All that the action could change. */
  seen: (state: State) => unknown
  /** The write to an item, by what is in its address. */
  writes: (id: string) => { path: string; method?: string; body?: string }
  /** The list from which items are selected, as a pattern. */
  list: string
}

/** Opens a stand-in in its first state, with the client that speaks to it. */
export const opener =
  ({ changed, first, seen, writes, list }: Kit): AdapterContract['open'] =>
  async (t: Test): Promise<Bench> => {
    const { state, client, control } = await openForge(t)
    first?.(state)
    const failWrites = async (id: string, answer: FaultAnswer): Promise<void> => {
      const { method, ...match } = writes(id)
      for (const one of method ? [method] : ['PUT', 'POST', 'DELETE']) await control.failNext({ method: one, ...match }, answer, 9)
    }
    return {
      client,
      ledger: control,
      state: async () => structuredClone(seen(state)),
      fail: {
        item: id => failWrites(id, { status: 403, body: { message: '403 Forbidden' } }),
        rate_limit: id => failWrites(id, { status: 429, body: 'Retry later', headers: { 'retry-after': '1' } }),
        credential: id => failWrites(id, { status: 401, body: { message: '401 Unauthorized' } }),
        lost: id => failWrites(id, { cut: true, after: true }),
        ...(changed && { changed: async (id: string) => changed(state, id) }),
        async count() {
          await control.failNext({ method: 'GET', path: list }, { status: 400, body: { error: 'labels is invalid' } })
          return 'labels is invalid'
        }
      }
    }
  }

export async function openForge(t: Test, settings: Record<string, unknown> = {}) {
  const state = seedState()
  const server = buildServer({ state })
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => server.close())
  const client = await clientOf(t, gitlab, { url: `${address}${ROOT}`, token: TOKEN, ...settings })
  return { state, client, control: controlOf(address) }
}

export interface ForgeJobs extends JobHouse, StandInControl {
  state: State
}

/** Real jobs over a real Redis, and a stand-in that the test may look into. */
export async function openJobs(t: Test, adapters: BulkAdapter[], settings: Record<string, unknown> = {}): Promise<ForgeJobs> {
  const { state, client, control } = await openForge(t, settings)
  return { ...(await openJobHouse(t, adapters, client)), ...control, state }
}

export function projectAt({ projects }: State, path: string): Project {
  const found = projects.find(one => one.path === path)
  if (!found) throw new Error(`there is no ${path}`)
  return found
}

interface Names {
  /** The last parts of the address of an item, with its project and its name in groups. */
  item: RegExp
  sign: string
  list: RegExp
}

/** What a request is for: items are named by project and number, or name. */
export const aboutOf =
  ({ item, sign, list }: Names) =>
  ({ method, path, query }: Received): About => {
    const [, project = '', name] = item.exec(path) ?? []
    const id = `${decodeURIComponent(project)}${sign}${decodeURIComponent(name ?? '')}`
    if (method !== 'GET') return { kind: 'write', ids: [id] }
    if (list.test(path)) return { kind: 'list', most: Number(new URLSearchParams(query).get('per_page')) }
    return { kind: name === undefined ? 'other' : 'item' }
  }

export const pathOf = (id: string, sign: string, between: string): string => {
  const [project = '', name = ''] = id.split(sign)
  return `/${encodeURIComponent(project)}/${between}/${encodeURIComponent(name)}(/|\\?|$)`
}

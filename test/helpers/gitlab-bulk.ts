import type { Test } from 'tap'
import type { FaultResponse } from '../../sandbox/control/faults.ts'
import type { Received } from '../../sandbox/control/requests.ts'
import { TOKEN } from '../../sandbox/gitlab/credentials.ts'
import { buildServer, ROOT } from '../../sandbox/gitlab/server.ts'
import type { Project, State } from '../../sandbox/gitlab/state/model.ts'
import { seedState } from '../../sandbox/gitlab/state/seed.ts'
import type { BulkAdapter } from '../../src/contract/bulk.ts'
import { gitlab } from '../../src/tools/gitlab/tool.ts'
import type { AdapterContract, RequestKind, TestSystem } from '../jobs/adapter-contract.ts'
import { type JobFixture, openJobFixture } from './job-fixture.ts'
import { clientOf, controlOf, type SandboxControl } from './sandbox-control.ts'

export interface Kit {
  /** Another user changes the part of the item that the action changes. */
  changed?: (state: State, id: string) => void
  /** Prepares the state before the check. */
  first?: (state: State) => void
  /** The state that the action can change. */
  seen: (state: State) => unknown
  /** Pattern of the write requests of an item, by the groups of its URL. */
  writes: (id: string) => { path: string; method?: string; body?: string }
  /** Pattern of the list from which items are selected. */
  list: string
}

/** Starts a sandbox server in its initial state, with a client. */
export const opener =
  ({ changed, first, seen, writes, list }: Kit): AdapterContract['open'] =>
  async (t: Test): Promise<TestSystem> => {
    const { state, client, control, settings } = await openForge(t)
    first?.(state)
    const failWrites = async (id: string, response: FaultResponse): Promise<void> => {
      const { method, ...match } = writes(id)
      for (const one of method ? [method] : ['PUT', 'POST', 'DELETE']) await control.failNext({ method: one, ...match }, response, 9)
    }
    return {
      client,
      requestLog: control,
      settings,
      grow: many => addIssues(state, many),
      http: { ...control, writes: '' },
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

/** Adds copies of an open issue of the playground with the label bug. */
function addIssues(state: State, many: number): void {
  const { issues } = projectAt(state, 'acme/playground')
  const issue = issues.find(one => one.state === 'opened' && one.labels.includes('bug'))
  for (let n = 1; issue && n <= many; n++)
    issues.push({ ...issue, id: 90_000 + n, iid: 9_000 + n, title: `${issue.title} ${n}`, labels: [...issue.labels], notes: [] })
}

export async function openForge(t: Test, more: Record<string, unknown> = {}) {
  const state = seedState()
  const server = buildServer({ state })
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => server.close())
  const settings = { url: `${address}${ROOT}`, token: TOKEN, ...more }
  return { state, client: await clientOf(t, gitlab, settings), control: controlOf(address), settings }
}

export interface ForgeJobs extends JobFixture, SandboxControl {
  state: State
}

/** Real jobs over a real Redis, and a sandbox server whose state the test can read. */
export async function openJobs(t: Test, adapters: BulkAdapter[], settings: Record<string, unknown> = {}): Promise<ForgeJobs> {
  const { state, client, control } = await openForge(t, settings)
  return { ...(await openJobFixture(t, adapters, client)), ...control, state }
}

export function projectAt({ projects }: State, path: string): Project {
  const found = projects.find(one => one.path === path)
  if (!found) throw new Error(`there is no ${path}`)
  return found
}

interface Names {
  /** The last parts of an item's URL, with its project and its name in groups. */
  item: RegExp
  sign: string
  list: RegExp
}

/** The kind of a request. Items are identified by project and number, or name. */
export const classifierOf =
  ({ item, sign, list }: Names) =>
  ({ method, path, query }: Received): RequestKind => {
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

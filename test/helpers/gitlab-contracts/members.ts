import type { Received } from '../../../sandbox/control/requests.ts'
import type { Member, State } from '../../../sandbox/gitlab/state/model.ts'
import { seedState } from '../../../sandbox/gitlab/state/seed.ts'
import add from '../../../src/tools/gitlab/bulk/add-members.ts'
import remove from '../../../src/tools/gitlab/bulk/remove-members.ts'
import update from '../../../src/tools/gitlab/bulk/update-members.ts'
import type { AdapterContract, RequestKind } from '../../jobs/adapter-contract.ts'
import { type Kit, opener, projectAt } from '../gitlab-bulk.ts'

const { users } = seedState()
const usernameOf = (id: unknown): string => users.find(one => one.id === Number(id))?.username ?? ''
const idOf = (name: string): number => users.find(({ username }) => username === name)?.id ?? 0

/** Members are read and changed by the ID of the user; the item is the username. */
function classify({ method, path, query, body }: Received): RequestKind {
  const [, user] = /\/members(?:\/(\d+))?$/.exec(path) ?? []
  if (method !== 'GET') return { kind: 'write', ids: [usernameOf(user ?? Object(body).user_id)] }
  if (user !== undefined || query.includes('user_ids')) return { kind: 'item' }
  return path.endsWith('/members') ? { kind: 'list', most: Number(new URLSearchParams(query).get('per_page')) } : { kind: 'other' }
}

const HERE = 'acme/sandpit'
const membersOf = (state: State): Member[] => projectAt(state, HERE).members

/** Three members of the project, or none. */
const withMembers = (state: State): void =>
  void membersOf(state).push(...[3, 4, 5].map(user_id => ({ user_id, access_level: 30, expires_at: null })))

const kit = (writes: Kit['writes']): Kit => ({
  writes,
  list: '/members\\?',
  seen: state => membersOf(state).toSorted((a, b) => a.user_id - b.user_id),
  changed(state, id) {
    const found = membersOf(state).find(({ user_id }) => user_id === idOf(id))
    if (found) Object.assign(found, { access_level: 50 })
    else membersOf(state).push({ user_id: idOf(id), access_level: 50, expires_at: null })
  }
})
const byPath = (id: string) => ({ path: `/members/${idOf(id)}(\\?|$)` })

const ALL = { project: HERE, roles: ['developer'] }
const NONE = { project: HERE, roles: ['planner'] }

export const addMembers: AdapterContract = {
  adapter: add,
  classify,
  open: opener({
    ...kit(id => ({ path: '/members$', method: 'POST', body: `"user_id":${idOf(id)}` })),
    first: state => void projectAt(state, 'acme/playground').members.splice(0)
  }),
  good: { project: HERE, from_group: 'acme', role: 'developer', expires_at: '2026-12-31' },
  named: { project: HERE, role: 'developer', expires_at: '2026-12-31' },
  nothing: { project: HERE, from_project: 'acme/playground', role: 'guest' },
  names: [],
  refused: [
    { input: { project: HERE, role: 'developer' }, path: 'from_project' },
    { input: { from_group: 'acme', role: 'developer' }, path: 'project' },
    { input: { project: HERE, from_group: 'acme/nothing', role: 'developer' }, path: 'from_group', reason: 'upstream_not_found' }
  ],
  unknown_names: [],
  without: {
    'undo returns one result for each item, even if one fails':
      'what adds a member is a request to all members, which the fault for one does not meet'
  }
}

export const updateMembers: AdapterContract = {
  adapter: update,
  classify,
  open: opener({ ...kit(byPath), first: withMembers }),
  good: { ...ALL, role: 'reporter', expires_at: '2026-12-31' },
  named: { project: HERE, role: 'reporter', expires_at: '2026-12-31' },
  nothing: { ...NONE, role: 'guest' },
  names: [],
  refused: [
    { input: { project: HERE, role: 'reporter' }, path: 'ids' },
    { input: { roles: ['guest'], role: 'reporter' }, path: 'project' },
    { input: { ...ALL }, path: 'role' },
    { input: { ...ALL, expires_at: '2026-12-31', clear: ['expires_at'] }, path: 'clear' }
  ],
  unknown_names: []
}

export const removeMembers: AdapterContract = {
  adapter: remove,
  classify,
  open: opener({ ...kit(id => ({ ...byPath(id), method: 'DELETE' })), first: withMembers }),
  good: ALL,
  named: { project: HERE },
  nothing: NONE,
  names: [],
  refused: [
    { input: { project: HERE }, path: 'ids' },
    { input: { search: 'bea' }, path: 'project' }
  ],
  unknown_names: [],
  without: {
    'undo returns one result for each item, even if one fails':
      'what adds a member again is a request to all members, which the fault for one does not meet'
  }
}

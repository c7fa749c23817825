import type { Received } from '../../../sandbox/control/requests.ts'
import { epicsOf } from '../../../sandbox/gitlab/state/epics.ts'
import type { Issue, State } from '../../../sandbox/gitlab/state/model.ts'
import { seedState } from '../../../sandbox/gitlab/state/seed.ts'
import update from '../../../src/tools/gitlab/bulk/update-work-items.ts'
import type { AdapterContract, RequestKind } from '../../jobs/adapter-contract.ts'
import { opener } from '../gitlab-bulk.ts'

const epicsIn = (state: State): [string, Issue][] =>
  state.groups.flatMap(group => epicsOf(group).map((epic): [string, Issue] => [`${group.full_path}&${epic.iid}`, epic]))

const IDS = new Map(epicsIn(seedState()).map(([reference, { id }]) => [reference, `gid://gitlab/WorkItem/${id}`]))
const referenceOf = (gid: unknown): string => [...IDS].find(([, id]) => id === gid)?.[0] ?? ''

/** Everything is sent to one path: the document shows what it is. */
function classify({ body }: Received): RequestKind {
  const { query = '', variables = {} } = Object(body)
  if (query.startsWith('mutation')) return { kind: 'write', ids: [referenceOf(variables.input.id)] }
  if (query.includes('workItems(')) return { kind: 'list', most: variables.first }
  return { kind: query.includes('workItem(') ? 'item' : 'other' }
}

const open = opener({
  writes: id => ({ path: '/api/graphql$', method: 'POST', body: `"id":"${IDS.get(id)}"` }),
  list: '/api/graphql$',
  seen: state => epicsIn(state).map(([reference, { labels, state }]) => [reference, labels.toSorted(), state]),
  changed: (state, id) => void Object.assign(new Map(epicsIn(state)).get(id) ?? {}, { labels: ['bug'], state: 'opened' })
})

const CHANGE = { add_labels: ['question'], remove_labels: ['feature'], set_state: 'closed' }
const EPICS = { group: 'acme', include_descendants: true, types: ['epic'] }

export const updateWorkItems: AdapterContract = {
  adapter: update,
  classify,
  async open(t) {
    const system = await open(t)
    const { failNext } = system.http ?? {}
    return {
      ...system,
      fail: {
        ...system.fail,
        async count() {
          const match = { method: 'POST', path: '/api/graphql$', body: 'workItems(' }
          await failNext?.(match, { status: 400, body: { message: 'labelName is invalid' } })
          return 'labelName is invalid'
        }
      }
    }
  },
  good: { ...EPICS, ...CHANGE },
  named: CHANGE,
  nothing: { ...EPICS, search: 'no epic is called so', add_labels: ['bug'] },
  names: [],
  refused: [
    { input: { add_labels: ['question'] }, path: 'ids' },
    { input: EPICS, path: 'add_labels' },
    { input: { ...EPICS, project: 'acme/web', set_state: 'closed' }, path: 'group' },
    { input: { ...EPICS, add_labels: ['no such label'] }, path: 'add_labels' },
    { input: { group: 'acme/nothing', set_state: 'closed', add_labels: ['question'] }, path: 'group', reason: 'upstream_not_found' }
  ],
  unknown_names: []
}

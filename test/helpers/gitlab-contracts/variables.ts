import type { Received } from '../../../sandbox/control/requests.ts'
import type { CiVariable, State } from '../../../sandbox/gitlab/state/model.ts'
import { newVariable } from '../../../sandbox/gitlab/state/new-variable.ts'
import remove from '../../../src/tools/gitlab/bulk/delete-ci-variables.ts'
import set from '../../../src/tools/gitlab/bulk/set-ci-variables.ts'
import update from '../../../src/tools/gitlab/bulk/update-ci-variables.ts'
import type { AdapterContract, RequestKind } from '../../jobs/adapter-contract.ts'
import { type Kit, opener, projectAt } from '../gitlab-bulk.ts'

/** All variables here are for all environments. */
function classify({ method, path, query, body }: Received): RequestKind {
  const [, key] = /\/variables(?:\/(\w+))?$/.exec(path) ?? []
  if (method !== 'GET') return { kind: 'write', ids: [`${key ?? Object(body).key}:*`] }
  if (key !== undefined) return { kind: 'item' }
  return path.endsWith('/variables') ? { kind: 'list', most: Number(new URLSearchParams(query).get('per_page')) } : { kind: 'other' }
}

const HERE = 'acme/sandpit'
const variablesOf = (state: State): CiVariable[] => projectAt(state, HERE).variables ?? []
const keyOf = (id: string): string => id.slice(0, id.indexOf(':'))

const withKeys =
  (...keys: string[]) =>
  (state: State): void =>
    void Object.assign(projectAt(state, HERE), { variables: keys.map(key => newVariable(key, `value-of-${key}`)) })

const kit = (writes: Kit['writes']): Kit => ({
  writes,
  list: '/variables\\?',
  seen: state => variablesOf(state).toSorted((a, b) => a.key.localeCompare(b.key)),
  changed: (state, id) =>
    void Object.assign(variablesOf(state).find(({ key }) => key === keyOf(id)) ?? {}, { raw: true, value: 'another-value' }),
  first: withKeys('APP_ONE', 'APP_TWO', 'APP_THREE', 'OTHER')
})
const byPath = (id: string) => ({ path: `/variables/${keyOf(id)}(\\?|$)` })

const ALL = { project: HERE, key_contains: 'app_' }
const NONE = { project: HERE, environment_scope: 'nowhere' }

export const updateVariables: AdapterContract = {
  adapter: update,
  classify,
  open: opener(kit(byPath)),
  good: { ...ALL, masked: true, raw: false },
  named: { project: HERE, masked: true, raw: false },
  nothing: { ...NONE, protected: true },
  names: [],
  refused: [
    { input: { project: HERE, masked: true }, path: 'ids' },
    { input: { key_contains: 'APP', masked: true }, path: 'project' },
    { input: ALL, path: 'masked' }
  ],
  unknown_names: []
}

export const deleteVariables: AdapterContract = {
  adapter: remove,
  classify,
  open: opener({ ...kit(id => ({ ...byPath(id), method: 'DELETE' })) }),
  good: ALL,
  named: { project: HERE },
  nothing: NONE,
  names: [],
  refused: [{ input: { project: HERE }, path: 'ids' }],
  unknown_names: []
}

const NEW = ['APP_ONE', 'APP_TWO', 'APP_THREE'].map(key => ({ key, value: 'a-new-value' }))

export const setVariables: AdapterContract = {
  adapter: set,
  classify,
  open: opener({ ...kit(id => ({ path: '/variables$', method: 'POST', body: `"key":"${keyOf(id)}"` })), first: withKeys('OTHER') }),
  good: { project: HERE, variables: NEW, masked: true },
  nothing: { project: HERE, variables: [{ key: 'OTHER', value: 'value-of-OTHER' }] },
  names: [],
  refused: [
    { input: { variables: NEW }, path: 'project' },
    { input: { project: HERE, variables: [...NEW, ...NEW] }, path: 'variables[3].key' },
    { input: { project: HERE, variables: [{ key: 'NO KEY', value: '' }] }, path: 'variables[0].key' }
  ],
  unknown_names: [],
  without: {
    'nextBatch ends with a missing next, and returns nothing if nothing matches': 'a job of no variables is refused',
    "count throws the system's error if it fails": 'the variables are in the input, so no request is sent',
    'a failed count is reported on the job': 'the variables are in the input, so no request is sent',
    'nextBatch never fetches all items at once': 'the variables are in the input',
    'undo returns one result for each item, even if one fails': 'the fault is in creating a variable, and undo creates none'
  }
}

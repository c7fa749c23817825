import pMap from 'p-map'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import { type BulkItem, type BulkPosition, type UndoItem, willBeSkipped, willFail } from '../../../../contract/bulk.ts'
import { foundDone } from '../../../../contract/bulk-outcomes.ts'
import { forEachItem, type ItemResult, ifMissing } from '../../../../contract/each-item.ts'
import { OperationError } from '../../../../contract/errors.ts'
import type { Total } from '../../../../contract/schema.ts'
import { segment } from '../../../../lib/http/segment.ts'
import { invalidField } from '../../../../lib/invalid-field.ts'
import { flag, type Row, text } from '../../../../lib/row.ts'
import { type Owner, ownerOf, projectOrGroup } from '../projects/projects.ts'
import { conflict, foundAs, type GitLabBulkCall, reconcileEach } from './call.ts'
import { countRows, describeWith, MAX_ROWS, nextRows, notFound, type Source, sourceOf } from './selection.ts'

// Nothing here stores the value of a variable, except the encrypted action of a job that sets values: not in items, images or results.

/** Settings of a variable, apart from its value and scope. */
const Flags = Type.Object({ protected: Type.Boolean(), masked: Type.Boolean(), raw: Type.Boolean() })
type Flags = Static<typeof Flags>

const flagsOf = (row: Row): Flags => ({ protected: flag(row, 'protected'), masked: flag(row, 'masked'), raw: flag(row, 'raw') })
const has = (flags: Flags, wanted: Partial<Flags>): boolean => isSame(flags, { ...flags, ...wanted })
const isSame = (a: Flags, b: Flags): boolean => a.protected === b.protected && a.masked === b.masked && a.raw === b.raw

export type VariableQuery = { source: Source; key?: string; scope?: string }

interface VariableSelection extends Owner {
  key_contains?: string
  environment_scope?: string
}

/** Selects variables of a project or group, which the caller may use. */
export async function selectVariables(
  { key_contains, environment_scope, ...input }: VariableSelection,
  call: GitLabBulkCall
): Promise<{ query: VariableQuery; owner: Owner }> {
  const owner = ownerOf(input)
  const { path, subject } = await projectOrGroup(call.client, owner, call)
  return {
    query: {
      source: sourceOf(`${path}/variables`, subject, {}),
      ...(key_contains !== undefined && { key: key_contains.toLowerCase() }),
      ...(environment_scope !== undefined && { scope: environment_scope })
    },
    owner
  }
}

const nextVariables =
  <Action>(foresee: (row: Row, action: Action) => Pick<BulkItem, 'foreseen'>) =>
  ({ source, key, scope }: VariableQuery, at: BulkPosition, call: GitLabBulkCall, action: Action) =>
    nextRows(source, at, call, (row): BulkItem | undefined => {
      const [name, environments] = [text(row, 'key'), text(row, 'environment_scope')]
      if (key !== undefined && !name.toLowerCase().includes(key)) return undefined
      if (scope !== undefined && environments !== scope) return undefined
      return { id: `${name}:${environments}`, display_name: nameOf(row), ...foresee(row, action) }
    })

/** GitLab cannot filter variables, so those of one page are counted. */
async function countVariables(query: VariableQuery, call: GitLabBulkCall): Promise<Total> {
  if (query.key === undefined && query.scope === undefined) return await countRows(query.source, call)
  const { items, next } = await nextVariables(() => ({}))(query, { size: MAX_ROWS, offset: 0, cursor: undefined }, call, null)
  return { value: items.length, relation: next === undefined ? 'eq' : 'gte' }
}

/** The key, with the environments if it is not for all. */
function nameOf(row: Row): string {
  const scope = text(row, 'environment_scope')
  return scope === '*' || scope === '' ? text(row, 'key') : `${text(row, 'key')} (${scope})`
}

/** Returns the requests for a variable. Its ID is `KEY:scope`, or `KEY` if the owner has the key only once. GitLab filters by scope in projects only. */
async function variableRequest(id: string, owner: Owner, call: GitLabBulkCall) {
  const [, key, scope] = /^(\w{1,255})(?::(.{1,255}))?$/.exec(id) ?? []
  if (key === undefined)
    throw invalidField(
      'ids',
      `has an invalid ID: ${id.slice(0, 100)}`,
      'variables, such as API_TOKEN, or API_TOKEN:production for one scope'
    )
  const { path, subject } = await projectOrGroup(call.client, owner, call)
  const filter = owner.group === undefined && scope !== undefined ? scope : undefined
  return {
    key,
    scope,
    parent: `${path}/variables`,
    request: { path: `${path}/variables/${segment(key, 'ids')}`, subject: { kind: 'variable', name: `${id} of ${subject.name}` } },
    query: { 'filter[environment_scope]': filter },
    body: filter === undefined ? {} : { filter: { environment_scope: filter } }
  }
}
type Target = Awaited<ReturnType<typeof variableRequest>>

/** Throws upstream_not_found if there is no such variable. */
async function read({ request, query, scope }: Target, call: GitLabBulkCall): Promise<Row> {
  const row = await call.client.row({ ...request, query }, call)
  if (scope !== undefined && text(row, 'environment_scope') !== scope)
    throw conflict(`GitLab returned the variable ${nameOf(row)} instead of ${request.subject.name}; nothing was changed.`)
  return row
}

function ifSeveral(error: unknown): 'several' {
  if (error instanceof OperationError && error.reason === 'version_conflict') return 'several'
  throw error
}

/** `gone`: the description of a variable that does not exist. */
const describeVariables = <Action extends { owner: Owner }>(
  foresee: (row: Row, action: Action) => Pick<BulkItem, 'foreseen'>,
  gone: (id: string) => Pick<BulkItem, 'display_name' | 'foreseen'> = notFound
) =>
  describeWith<Action>(async (id, call, action) => {
    const row = await read(await variableRequest(id, action.owner, call), call)
      .catch(ifMissing(undefined))
      .catch(ifSeveral)
    if (row === 'several') return { display_name: id, ...willFail('several variables have this key: add the scope, as KEY:scope') }
    return row ? { display_name: nameOf(row), ...foresee(row, action) } : gone(id)
  })

const COMMON = { max_batch: 1, concurrency: 4, page_size: MAX_ROWS, idempotent: true, cost_units: 2, count: countVariables } as const

export type FlagsAction = { owner: Owner; flags: Partial<Flags> }

const foreseeFlags = (row: Row, { flags }: FlagsAction) => (has(flagsOf(row), flags) ? willBeSkipped('it already has these settings') : {})

/** The settings that an earlier attempt found. */
const flagsBefore = ({ before }: BulkItem, { flags }: FlagsAction) => Check(Flags, before) && !has(before, flags) && { before }

async function setFlags(item: BulkItem, action: FlagsAction, call: GitLabBulkCall): Promise<ItemResult> {
  const target = await variableRequest(item.id, action.owner, call)
  const before = flagsOf(await read(target, call))
  if (has(before, action.flags)) return foundDone(item, flagsBefore(item, action))
  await call.keepBefore?.(item.id, before)
  await call.client.row({ method: 'PUT', ...target.request, json: { ...action.flags, ...target.body } }, call)
  return { outcome: 'succeeded', before }
}

async function restoreFlags(item: UndoItem, { owner, flags }: FlagsAction, call: GitLabBulkCall): Promise<ItemResult> {
  const { id, before } = item
  if (!Check(Flags, before)) throw conflict(`The previous settings of ${id} are unknown; it was left unchanged.`)
  const target = await variableRequest(id, owner, call)
  const now = flagsOf(await read(target, call))
  if (isSame(now, before)) return foundDone(item, {})
  if (!isSame(now, { ...before, ...flags })) throw conflict(`${id} was changed in the meantime; it was left unchanged.`)
  await call.client.row({ method: 'PUT', ...target.request, json: { ...before, ...target.body } }, call)
  return { outcome: 'succeeded' }
}

/** Adapter parts that update the settings of variables. */
export const updatingVariables = {
  ...COMMON,
  nextBatch: nextVariables(foreseeFlags),
  describe: describeVariables(foreseeFlags),
  executeBatch: (items: BulkItem[], action: FlagsAction, call: GitLabBulkCall) =>
    forEachItem(items, call, item => setFlags(item, action, call)),
  keeps_before: () => true,
  reconcile: (items: BulkItem[], action: FlagsAction, call: GitLabBulkCall) =>
    reconcileEach(items, call, async item => {
      const now = flagsOf(await read(await variableRequest(item.id, action.owner, call), call))
      return foundAs(has(now, action.flags), flagsBefore(item, action))
    }),
  undo: {
    idempotent: true,
    executeBatch: (items: UndoItem[], action: FlagsAction, call: GitLabBulkCall) =>
      forEachItem(items, call, item => restoreFlags(item, action, call))
  }
} as const

type DeleteAction = { owner: Owner }

async function remove(item: BulkItem, { owner }: DeleteAction, call: GitLabBulkCall): Promise<ItemResult> {
  const target = await variableRequest(item.id, owner, call)
  await read(target, call)
  await call.client.send({ method: 'DELETE', ...target.request, query: target.query }, call)
  return { outcome: 'succeeded' }
}

/** Adapter parts that delete variables. There is no undo: it would have to store their values. */
export const deletingVariables = {
  ...COMMON,
  nextBatch: nextVariables<DeleteAction>(() => ({})),
  describe: describeVariables<DeleteAction>(
    () => ({}),
    id => ({ display_name: `${id} (not found)`, ...willBeSkipped('there is no such variable') })
  ),
  executeBatch: (items: BulkItem[], action: DeleteAction, call: GitLabBulkCall) =>
    forEachItem(items, call, item => remove(item, action, call).catch(ifMissing<ItemResult>(foundDone(item, {})))),
  reconcile: (items: BulkItem[], action: DeleteAction, call: GitLabBulkCall) =>
    reconcileEach(items, call, async ({ id }) => {
      const target = await variableRequest(id, action.owner, call)
      const exists = await read(target, call).then(() => true, ifMissing(false))
      return { outcome: exists ? 'not_attempted' : 'succeeded' }
    })
} as const

/** `values` are encrypted with the action of the job. Flags that are absent stay as they are; new variables get GitLab's defaults. */
export type SetAction = { owner: Owner; values: [key: string, value: string][]; scope: string; flags: Partial<Flags> }

/** Stored for undo: whether the variable existed. Its value is not stored. */
const Existed = Type.Object({ existed: Type.Boolean() })

async function setTarget({ id }: BulkItem, { owner, values, ...action }: SetAction, call: GitLabBulkCall) {
  const target = await variableRequest(id, owner, call)
  const value = new Map(values).get(target.key)
  if (value === undefined) throw invalidField('variables', `has no value for ${target.key}`, 'a value for each key')
  const isDone = (row: Row): boolean => row['value'] === value && has(flagsOf(row), action.flags)
  return { target, isDone, json: { value, ...action.flags } }
}

async function setValue(item: BulkItem, action: SetAction, call: GitLabBulkCall): Promise<ItemResult> {
  const { target, isDone, json } = await setTarget(item, action, call)
  const row = await read(target, call).catch(ifMissing(undefined))
  if (row && isDone(row)) return foundDone(item, Check(Existed, item.before) && { before: item.before })
  const before = Check(Existed, item.before) ? item.before : { existed: row !== undefined }
  if (!Check(Existed, item.before)) await call.keepBefore?.(item.id, before)
  if (row) await call.client.row({ method: 'PUT', ...target.request, json: { ...json, ...target.body } }, call)
  else {
    const created = { key: target.key, ...json, environment_scope: action.scope }
    await call.client.row({ method: 'POST', path: target.parent, subject: target.request.subject, json: created }, call)
  }
  return { outcome: 'succeeded', before, data: { created: !before.existed } }
}

async function deleteCreated(item: UndoItem, action: SetAction, call: GitLabBulkCall): Promise<ItemResult> {
  const { id, before } = item
  const { target, isDone } = await setTarget(item, action, call)
  if (!Check(Existed, before) || before.existed)
    throw conflict(`The previous value of ${id} is not stored, for security; the variable was left unchanged.`)
  const row = await read(target, call).catch(ifMissing(undefined))
  if (!row) return foundDone(item, {})
  if (!isDone(row)) throw conflict(`${id} was changed in the meantime; it was left unchanged.`)
  await call.client.send({ method: 'DELETE', ...target.request, query: target.query }, call)
  return { outcome: 'succeeded' }
}

const MAX_KEYS = 50

/** Reads each variable, so that the preview shows which have this value already. */
async function nextKeys({ keys }: { keys: string[] }, { size, cursor = '0' }: BulkPosition, call: GitLabBulkCall, action: SetAction) {
  const from = Number(cursor)
  const items = await pMap(
    keys.slice(from, from + size),
    async (key): Promise<BulkItem> => {
      const item = { id: `${key}:${action.scope}`, display_name: nameOf({ key, environment_scope: action.scope }) }
      const { target, isDone } = await setTarget(item, action, call)
      const row = await read(target, call).catch(ifMissing(undefined))
      return row && isDone(row) ? { ...item, ...willBeSkipped('it already has this value') } : item
    },
    { concurrency: 4 }
  )
  return { items, next: from + size < keys.length ? String(from + size) : undefined }
}

/** Adapter parts that set values. Undo deletes the variables that were created. */
export const settingVariables = {
  max_batch: 1,
  concurrency: 4,
  page_size: MAX_KEYS,
  idempotent: true,
  cost_units: 2,
  async count({ keys }: { keys: string[] }, { signal }: GitLabBulkCall): Promise<Total> {
    signal.throwIfAborted()
    return { value: keys.length, relation: 'eq' }
  },
  nextBatch: nextKeys,
  executeBatch: (items: BulkItem[], action: SetAction, call: GitLabBulkCall) =>
    forEachItem(items, call, item => setValue(item, action, call)),
  keeps_before: () => true,
  reconcile: (items: BulkItem[], action: SetAction, call: GitLabBulkCall) =>
    reconcileEach(items, call, async item => {
      const { target, isDone } = await setTarget(item, action, call)
      const row = await read(target, call).catch(ifMissing(undefined))
      return foundAs(row !== undefined && isDone(row), Check(Existed, item.before) && { before: item.before })
    }),
  undo: {
    idempotent: true,
    executeBatch: (items: UndoItem[], action: SetAction, call: GitLabBulkCall) =>
      forEachItem(items, call, item => deleteCreated(item, action, call))
  }
} as const

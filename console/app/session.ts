import { computed, signal } from '@preact/signals'
import { type ApiError, get, savedKey, saveKey, toApiError, whenRefused } from '../api/client.ts'

/** An operation that this key may call. */
export interface CatalogRow {
  id: string
  system: string
  group: string | null
  kind: 'operation' | 'bulk'
  summary: string
  permission: 'read' | 'write' | 'destructive'
  method: string
  path: string
  deprecated: boolean
}

export type Session =
  | { state: 'starting' }
  /** `operations`: those that the key may call, by ID. */
  | { state: 'open'; operations: ReadonlyMap<string, CatalogRow> }
  /** A key is needed. `error`: why the last one was refused. */
  | { state: 'locked'; error: ApiError | undefined }
  | { state: 'unreachable'; error: ApiError }

export const session = signal<Session>({ state: 'starting' })

/** Whether calls are sent with a key. */
export const hasKey = signal(savedKey() !== '')

const operations = computed(() => (session.value.state === 'open' ? session.value.operations : new Map<string, CatalogRow>()))

/** The operation, if this key may call it. */
export const operationOf = (id: string): CatalogRow | undefined => operations.value.get(id)

/** Whether this key may call the operation. A control that it may not use is not shown. */
export const can = (id: string): boolean => operations.value.has(id)

/** Names of the systems that this key may use, sorted. */
export const systemsOf = (): string[] => [...new Set([...operations.value.values()].map(({ system }) => system))].sort()

/** IDs of the operations that this key may call, of one system or of all, sorted. */
export const operationsOf = (system: string | null): string[] =>
  [...operations.value.values()].flatMap(row => (system === null || row.system === system ? [row.id] : [])).sort()

/** Reads what this key may call. */
export async function openSession(): Promise<void> {
  try {
    const { items } = await get<{ items: CatalogRow[] }>('/v1/catalog')
    session.value = { state: 'open', operations: new Map(items.map(row => [row.id, row])) }
  } catch (caught) {
    const error = toApiError(caught)
    if (error.status !== 401) session.value = { state: 'unreachable', error }
  }
}

/** Tries a key, and keeps it if the gateway accepts it. */
export async function signIn(key: string): Promise<void> {
  saveKey(key)
  hasKey.value = key !== ''
  session.value = { state: 'starting' }
  await openSession()
}

/** Sends calls with the key that replaces the one of this tab. */
export async function replaceKey(key: string): Promise<void> {
  saveKey(key)
  hasKey.value = true
  // A call with the previous key may have been refused before the new one arrived.
  if (session.value.state !== 'open') await openSession()
}

export const signOut = (): Promise<void> => signIn('')

whenRefused(error => {
  const had = savedKey() !== ''
  saveKey('')
  hasKey.value = false
  session.value = { state: 'locked', error: had ? error : undefined }
})

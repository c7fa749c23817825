import type { Described } from '../../oracle.ts'
import { type Item, itemOf, OF_THE_GATEWAY, untested } from './items.ts'

const TESTS = {
  statusSuccess: { enabled: true },
  contentType: { enabled: true },
  jsonBody: { enabled: true },
  schemaValidation: { enabled: true }
}

/** Number of assertions that Portman makes of each response with these. */
export const ASSERTIONS = Object.keys(TESTS).length

const NEEDS_SDK = 'gcloud has no sandbox server, and the SDK may not be installed'

const NEEDS_KEY = 'it takes the ID of a key'

/** Operations without an example that works in a fresh sandbox: the catalog names the test of each. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  approvals_approve: 'it takes a call that waits for approval',
  approvals_deny: 'it takes a call that waits for approval',
  approvals_get: 'it takes a call that waits for approval',
  calls_get: 'it takes the ID of a call',
  calls_replay: 'it takes the ID of a call',
  filesystem_execute_command: 'the sandbox allows no programs',
  gcloud_bulk_run_each: NEEDS_SDK,
  gcloud_help: NEEDS_SDK,
  gcloud_history: NEEDS_SDK,
  gcloud_run: NEEDS_SDK,
  gcloud_start: NEEDS_SDK,
  gcloud_status: NEEDS_SDK,
  jobs_pause: 'it takes a job that runs at that very moment',
  jobs_reconcile: 'it takes a job whose worker was killed',
  jobs_resume: 'it takes a job that is paused at that very moment',
  jobs_retry: 'it takes a job with failures',
  jobs_undo: 'it takes a job that has done something',
  keys_create: 'a second request would find the ID in use',
  keys_delete: NEEDS_KEY,
  keys_get: NEEDS_KEY,
  keys_revoke: NEEDS_KEY,
  keys_rotate: NEEDS_KEY,
  keys_update: NEEDS_KEY
}

/** Responses match their status, media type and schema. If the first success is a stream, Portman needs the one that is JSON. */
export const contractTests = (operations: readonly Described[]) => ({
  contractTests: [...Map.groupBy(operations, successOf)].map(([status, own]) => ({
    openApiOperationIds: own.map(({ id }) => id),
    openApiResponse: `${status}::application/json`,
    ...TESTS
  }))
})

function successOf({ id, responses }: Described): string {
  const status = Object.keys(responses).find(code => responses[code]?.content?.['application/json'])
  if (!status?.startsWith('2')) throw new Error(`${id} never succeeds with JSON`)
  return status
}

/** The gateway's own routes and the requests of the Postman collection: each operation with an example that works, reads first. */
export const requestsOf = (operations: readonly Described[], collection: { item: { item: Item[] }[] }): Item[] => [
  ...operations.filter(({ id }) => id.startsWith('toolgate_')).map(operation => itemOf(operation, OF_THE_GATEWAY[operation.id] ?? {})),
  ...collection.item.flatMap(({ item }) => item.filter(({ name }) => !LEFT_OUT[name]).map(untested))
]

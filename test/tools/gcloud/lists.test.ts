import t from 'tap'
import type { Caller } from '../../../src/contract/call.ts'
import { createPorts } from '../../../src/server/ports.ts'
import { openGcloudDesk } from '../../helpers/gcloud.ts'

const CALLERS: Readonly<Record<string, Caller>> = {
  reader: { id: 'reader', scopes: ['gcloud:read'] },
  writer: { id: 'writer', scopes: ['gcloud:write'] },
  admin: { id: 'admin', scopes: ['gcloud:destructive'] },
  ci: { id: 'ci', scopes: ['gcloud:destructive'] }
}

const keys = [{ key: 'ci', allow: ['emulators pubsub start', '--account'], deny: ['projects *'] }]
const desk = await openGcloudDesk(t, {
  environment: { GCLOUD_PATH: '' },
  auth: { identify: key => CALLERS[key] ?? 'unknown', anonymous: undefined },
  ports: createPorts({ policy: () => [] }),
  systems: {
    gcloud: { default_instance: 'machine', instances: { machine: { path: `${import.meta.dirname}/../../fixtures/absent`, keys } } }
  }
})
const as = (key: string, operation: string, input: object) => desk.call(operation, { ...input }, { authorization: `Bearer ${key}` })
const refused = (reason: string, status: number) => ({ status, error: { details: { reason } } })
/** Nothing is installed here: a call that gets this far was admitted. */
const LET_THROUGH = refused('configuration_missing', 503)

t.test('a key with gcloud:read can run read-only commands and nothing else', async t => {
  t.match(await as('reader', 'run', { args: ['projects', 'list'] }), LET_THROUGH)
  t.match(await as('reader', 'run', { args: ['projects', 'create', 'x'], confirm: true }), refused('insufficient_permissions', 403))
  t.match(await as('reader', 'run', { args: ['projects', 'delete', 'x'], confirm: true }), refused('insufficient_permissions', 403))
  t.match(await as('reader', 'start', { args: ['projects', 'create', 'x'], confirm: true }), refused('insufficient_permissions', 403))
})

t.test('a key with gcloud:read can create a job that reads each item, and none that changes something', async t => {
  const made = (args: string[]) => as('reader', 'bulk/run_each', { ids: ['p'], args })
  t.match(await made(['services', 'list', '--project={item}']), { status: 503 }, 'admitted: there is no job store here')
  t.match(await made(['projects', 'update', '{item}']), refused('insufficient_permissions', 403))
  t.match(await made(['projects', 'delete', '{item}']), refused('insufficient_permissions', 403))
  t.match(await made(['scc', 'assets', 'group', '{item}']), refused('insufficient_permissions', 403), 'a name that does not show a read')
  t.match(
    await made(['sql', 'ssl', 'client-certs', 'create', '{item}', 'key.pem']),
    refused('insufficient_permissions', 403),
    'a command that only GCLOUD_ALLOW permits'
  )
})

t.test('deleting needs a higher scope than writing, and both need confirmation', async t => {
  t.match(await as('writer', 'run', { args: ['projects', 'create', 'x'] }), refused('confirmation_required', 428))
  t.match(await as('writer', 'run', { args: ['projects', 'create', 'x'], confirm: true }), LET_THROUGH)
  t.match(await as('writer', 'run', { args: ['projects', 'delete', 'x'], confirm: true }), refused('insufficient_permissions', 403))
  t.match(await as('admin', 'run', { args: ['projects', 'delete', 'x'], confirm: true }), LET_THROUGH)
})

t.test("a key's additional commands are allowed for that key only, on every track, and after confirmation", async t => {
  const args = ['beta', 'emulators', 'pubsub', 'start']
  t.match(await as('admin', 'run', { args, confirm: true }), refused('command_denied', 403))
  t.match(await as('ci', 'run', { args }), refused('confirmation_required', 428))
  t.match(await as('ci', 'run', { args, confirm: true }), LET_THROUGH)
  t.match(await as('ci', 'run', { args: ['config', 'list', '--account=a'] }), LET_THROUGH)
  t.match(await as('admin', 'run', { args: ['config', 'list', '--account=a'] }), refused('command_denied', 403))
})

t.test("a key's deny list overrides what is allowed", async t => {
  t.match(await as('ci', 'run', { args: ['projects', 'list'] }), refused('command_denied', 403))
  t.match(await as('ci', 'check', { args: ['alpha', 'projects', 'list'] }), { data: { verdict: 'denied' } })
})

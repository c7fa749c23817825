import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import type { Received } from '../../../../sandbox/control/requests.ts'
import { createGuard } from '../../../../src/lib/guard/guard.ts'
import { createRegistry } from '../../../../src/lib/process/registry.ts'
import { createSpawn } from '../../../../src/lib/process/spawn.ts'
import adapter from '../../../../src/tools/gcloud/bulk/run-each.ts'
import { readTree } from '../../../../src/tools/gcloud/client/command/tree.ts'
import { type Gcloud, openGcloud } from '../../../../src/tools/gcloud/client/gcloud.ts'
import { limitToProjects } from '../../../../src/tools/gcloud/client/policy/project-limit.ts'
import { execute } from '../../../../src/tools/gcloud/client/run/run.ts'
import { temporaryFolder } from '../../../helpers/app.ts'
import { refusal, silentLog } from '../../../helpers/bulk.ts'
import { makeStub } from '../../../helpers/gcloud.ts'
import { sdk, noGcloud as skip } from '../../../helpers/real-gcloud.ts'
import { startRun } from '../../../jobs/adapter-contract/run.ts'
import { type AdapterContract, adapterContract, type TestSystem } from '../../../jobs/adapter-contract.ts'

const LABEL = ['projects', 'update', '{item}', '--name=labelled']

const CONTRACT: AdapterContract = {
  adapter,
  open,
  classify: ({ method, path: item }) => (method === 'GET' ? { kind: 'list' } : { kind: 'write', ids: [item] }),
  good: { list: ['projects', 'list'], field: 'projectId', args: LABEL },
  nothing: { list: ['projects', 'list', '--filter=none'], field: 'projectId', args: ['projects', 'update', '{item}', '--name=other'] },
  names: [],
  unknown_names: [],
  refused: [
    { input: { list: ['projects', 'list'], args: ['projects', 'describe'] }, path: 'args' },
    { input: { list: ['projects', 'list'], args: ['projects', '{item}', 'x'] }, path: 'args' },
    { input: { list: ['projects', 'delete', 'x'], args: LABEL }, path: 'list' },
    { input: { list: ['projects', 'list'], args: ['compute', 'ssh', '{item}'] }, path: '', reason: 'command_denied' },
    { input: { list: ['projects', 'list'], command: "projects update '{item}" }, path: 'command' },
    // The item would choose the flag.
    { input: { list: ['projects', 'list'], args: ['storage', 'rsync', 'gs://a', 'gs://b', '--{item}'] }, path: 'args' },
    { input: { list: ['projects', 'list'], args: ['storage', 'rsync', 'gs://a', 'gs://b', '--delete-{item}=x'] }, path: 'args' },
    // A job stores its command.
    { input: { list: ['projects', 'list'], args: ['sql', 'users', 'set-password', '{item}', '--password=x1'] }, path: 'args' },
    { input: { list: ['projects', 'list'], args: ['run', 'services', 'update', '{item}', '--set-env-vars=DB_PASS=x1'] }, path: 'args' },
    { input: { list: ['projects', 'list', '--filter=password=x1'], args: LABEL }, path: 'list' },
    { input: { list: ['projects', 'list'], args: LABEL, working_directory: '/etc' }, path: '', reason: 'outside_roots' }
  ],
  without: {
    'nextBatch never fetches all items at once': 'gcloud prints a whole list; each page is cut from one listing'
  }
}

adapterContract(t, CONTRACT)

t.test('an item whose own quota is used up fails, and the others do not wait for it', async t => {
  const system = await open(t)
  const run = await startRun(t, { ...CONTRACT, open: async () => system })
  const plan = await run.prepare(CONTRACT.good)
  const items = await run.list(plan)
  await system.quota('p-2')
  const { results, error } = await run.execute(items, plan)
  t.equal(error, undefined)
  t.match(results, [
    { item_id: 'p-1', outcome: 'succeeded' },
    { item_id: 'p-2', outcome: 'failed', error: { reason: 'rate_limit_exceeded', message: /Quota 'CPUS' exceeded/ } },
    { item_id: 'p-3', outcome: 'succeeded' },
    { item_id: 'p-4', outcome: 'succeeded' }
  ])
})

t.test('each command of a key that is limited to projects is checked with its item, and again before it starts', { skip }, async t => {
  const system = await open(t)
  const tree = await readTree(sdk)
  const client = limitToProjects({ ...system.client, tree: async () => tree }, new Map([['project', ['p-1', 'p-2']]]))
  const run = await startRun(t, { ...CONTRACT, open: async () => ({ ...system, client }) })
  const outside = refusal('outside_constraints', { message: 'This key may only use the projects p-1, p-2 of Google Cloud SDK.' })
  await t.rejects(run.prepare(CONTRACT.good), outside)
  const args = ['services', 'list', '--project={item}']
  await t.rejects(run.prepare({ list: ['projects', 'list'], field: 'projectId', args }), outside)
  const plan = await run.prepare({ list: ['compute', 'instances', 'list', '--project=p-1'], args })
  const { results } = await run.execute(
    [
      { id: 'p-2', display_name: 'p-2' },
      { id: 'p-3', display_name: 'p-3' }
    ],
    plan
  )
  t.match(results, [
    { item_id: 'p-2', outcome: 'succeeded' },
    { item_id: 'p-3', outcome: 'failed', error: { reason: 'outside_constraints' } }
  ])
  const forgotten = { argv: ['projects', 'list'], directory: '/', environment: {}, json: false }
  const quiet = { emit: () => undefined, progress: () => undefined, signal: new AbortController().signal }
  await t.rejects(execute(client, forgotten, { directory: null, timeout_ms: 10_000, writes: false }, quiet), outside)
})

/** A gcloud that stores project names in a file and records each command as a request. */
const SCRIPT = `
note() { printf '%s\\t%s\\t%s\\n' "$1" "$2" "$3" >> "$here/ledger"; }
case "$1 $2" in
"projects list")
  note GET list 200
  if [ -f "$here/no-list" ]; then echo "ERROR: (gcloud.projects.list) Internal error encountered." >&2; exit 1; fi
  case "$*" in *--filter=none*) echo '[]'; exit 0;; esac
  echo '[{"projectId":"p-1"},{"projectId":"p-2"},{"projectId":"p-3"},{"projectId":"p-4"}]' ;;
"projects update")
  case "$(cat "$here/fault" 2>/dev/null)" in
  "item $3") note PUT "$3" 403; echo "ERROR: (gcloud.projects.update) PERMISSION_DENIED: no" >&2; exit 1 ;;
  "rate_limit $3") note PUT "$3" 429; echo "ERROR: (gcloud.projects.update) RESOURCE_EXHAUSTED: Quota exceeded for quota metric 'x'" >&2; exit 1 ;;
  "quota $3") note PUT "$3" 403; echo "ERROR: (gcloud.projects.update) Quota 'CPUS' exceeded.  Limit: 24.0 in region us-central1." >&2; exit 1 ;;
  "credential $3") note PUT "$3" 401; echo "ERROR: (gcloud.projects.update) There was a problem refreshing your current auth tokens: ('invalid_grant: Token has been expired or revoked.')" >&2; exit 1 ;;
  "lost $3") note PUT "$3" 200; echo "$4" > "$here/state-$3"; echo "ERROR: gcloud crashed (ValueError): what a pity" >&2; exit 1 ;;
  esac
  note PUT "$3" 200
  echo "$4" > "$here/state-$3"; echo '{}' ;;
esac`

async function open(t: Test): Promise<TestSystem & { client: Gcloud; quota: (id: string) => Promise<void> }> {
  const folder = await temporaryFolder(t)
  const bin = path.join(folder, 'bin')
  const stub = makeStub(bin)
  stub.does(SCRIPT)
  const spawn = createSpawn(createRegistry(path.join(folder, 'processes'), silentLog))
  const absent = async (): Promise<never> => {
    throw new Error('There is no Redis in this test')
  }
  const settings = { path: stub.path, roots: folder, allow: [], deny: [], keys: [], concurrency: 4, environment: [] }
  const shared = { get: absent, set: absent }
  const runtime = {
    instance: 'default',
    log: silentLog,
    dataDirectory: path.join(folder, 'data'),
    lane: 'bulk' as const,
    budget: undefined,
    circuit: (): never => {
      throw new Error('gcloud sends no requests')
    },
    lock: absent,
    shared,
    guard: createGuard({ allow: [] }),
    spawn
  }
  const fault = (text: string) => async () => writeFileSync(path.join(bin, 'fault'), text)
  const read = (name: string): string => {
    try {
      return readFileSync(path.join(bin, name), 'utf8')
    } catch {
      return ''
    }
  }
  const rows = (): Received[] =>
    read('ledger')
      .split('\n')
      .filter(line => line !== '')
      .map((line, at) => {
        const [method = '', item = '', status] = line.split('\t')
        return {
          number: at + 1,
          method,
          path: item,
          query: '',
          body: null,
          status: Number(status),
          done: Number(status) < 400,
          fault: false
        }
      })
  return {
    client: openGcloud(settings, runtime),
    requestLog: { requests: async () => rows(), clear: async () => writeFileSync(path.join(bin, 'ledger'), '') },
    state: async () => ['p-1', 'p-2', 'p-3', 'p-4'].map(item => read(`state-${item}`)),
    quota: id => fault(`quota ${id}`)(),
    fail: {
      item: id => fault(`item ${id}`)(),
      rate_limit: id => fault(`rate_limit ${id}`)(),
      credential: id => fault(`credential ${id}`)(),
      lost: id => fault(`lost ${id}`)(),
      async count() {
        writeFileSync(path.join(bin, 'no-list'), '')
        return 'Internal error'
      }
    }
  }
}

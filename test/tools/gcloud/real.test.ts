import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { readCommand } from '../../../src/tools/gcloud/client/command.ts'
import { findGcloud } from '../../../src/tools/gcloud/client/installation.ts'
import { judge } from '../../../src/tools/gcloud/client/policy.ts'
import { readTree } from '../../../src/tools/gcloud/client/tree.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { listen, type Seen } from '../../helpers/listen.ts'
import { freePort } from '../../helpers/port.ts'

const installed = findGcloud(undefined)
const skip = installed ? false : 'gcloud is not on the PATH'
const root = installed?.root ?? ''
const noEmulator = skip || (existsSync(path.join(root, 'platform/pubsub-emulator')) ? false : 'the Pub/Sub emulator is not installed')

/** What Google would answer, by the project that is asked for. */
function google(response: ServerResponse, { method, url }: Seen): unknown {
  const send = (status: number, body: object): unknown =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const failing = /projects\/demo-(denied|missing|busy|broken|off)\b/.exec(url)?.[1]
  const fault = failing === undefined ? undefined : FAULTS[failing]
  if (fault) return send(fault[0], { error: { code: fault[0], ...fault[1] } })
  if (method === 'DELETE') return send(200, {})
  if (url.includes('/aggregated/instances')) return send(200, { items: { 'zones/a': { instances: [{ name: 'vm-1', zone: 'a' }] } } })
  if (url.startsWith('/v1/projects'))
    return send(200, { projects: [{ projectId: 'demo-ok', name: 'Demo', projectNumber: '1', lifecycleState: 'ACTIVE' }] })
  return send(200, {})
}

const FAULTS: Readonly<Record<string, [number, object]>> = {
  denied: [
    403,
    {
      message: "Required 'compute.instances.list' permission for 'projects/demo-denied'",
      errors: [{ reason: 'forbidden', message: "Required 'compute.instances.list' permission for 'projects/demo-denied'" }]
    }
  ],
  missing: [
    404,
    {
      message: "The resource 'projects/demo-missing' was not found",
      errors: [{ reason: 'notFound', message: "The resource 'projects/demo-missing' was not found" }]
    }
  ],
  busy: [
    429,
    {
      message: "Quota exceeded for quota metric 'Read requests'",
      errors: [{ reason: 'rateLimitExceeded', message: "Quota exceeded for quota metric 'Read requests'" }]
    }
  ],
  broken: [500, { message: 'Internal error encountered.', errors: [{ reason: 'backendError', message: 'Internal error encountered.' }] }],
  off: [
    403,
    {
      message: 'Compute Engine API has not been used in project demo-off before or it is disabled.',
      status: 'PERMISSION_DENIED',
      errors: [
        { reason: 'accessNotConfigured', message: 'Compute Engine API has not been used in project demo-off before or it is disabled.' }
      ],
      details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'SERVICE_DISABLED', domain: 'googleapis.com' }]
    }
  ]
}

t.test('the real gcloud through the gateway', { skip, timeout: 300_000 }, async t => {
  const folder = await temporaryFolder(t)
  const api = await listen(t, google)
  await mkdir(path.join(folder, 'root/emulator'), { recursive: true })
  await mkdir(path.join(folder, 'empty-config'))
  await writeFile(path.join(folder, 'token.txt'), 'fake-token')
  const common = [
    'CLOUDSDK_CORE_CHECK_GCE_METADATA=false',
    `CLOUDSDK_API_ENDPOINT_OVERRIDES_COMPUTE=${api.url}/compute/v1/`,
    `CLOUDSDK_API_ENDPOINT_OVERRIDES_CLOUDRESOURCEMANAGER=${api.url}/`
  ]
  const token = `CLOUDSDK_AUTH_ACCESS_TOKEN_FILE=${path.join(folder, 'token.txt')}`
  const open = async (name: string, environment: string[], more: Record<string, string> = {}) => {
    const config = `CLOUDSDK_CONFIG=${path.join(folder, name)}`
    const settings = { GCLOUD_ENVIRONMENT: [config, ...common, ...environment].join(','), ...more }
    const { url } = await startGateway(t, {
      roots: path.join(folder, 'root'),
      dataDirectory: path.join(folder, `data-${name}`),
      environment: settings
    })
    const post = async (to: string, input: object) => {
      const answer = await fetch(`${url}${to}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input)
      })
      return { status: answer.status, ...JSON.parse(await answer.text()) }
    }
    const get = async (to: string) => JSON.parse(await (await fetch(`${url}${to}`)).text())
    return { url, post, get, run: (input: object) => post('/v1/gcloud/run', input) }
  }
  const nobody = await open('empty-config', [])
  const somebody = await open('config', [token, 'CLOUDSDK_CORE_ACCOUNT=dev@example.com', 'CLOUDSDK_CORE_PROJECT=demo-ok'], {
    GCLOUD_ALLOW: 'emulators pubsub start'
  })

  await t.test('version', async t => {
    t.match(await nobody.run({ args: ['version'] }), { status: 200, data: { structured_output: { 'Google Cloud SDK': String } } })
  })

  await t.test('status without an account, and with one', async t => {
    t.match((await nobody.get('/v1/gcloud/status')).data, { installed: true, version: /^\d+\.\d+\.\d+$/, account: null, project: null })
    const asked = performance.now()
    t.match((await somebody.get('/v1/gcloud/status')).data, { account: 'dev@example.com', project: 'demo-ok', authenticated: null })
    t.comment(`the status took ${Math.round(performance.now() - asked)} ms`)
  })

  await t.test('a command without an account says how to log in', async t => {
    const { status, error } = await nobody.run({ args: ['projects', 'list'] })
    t.match(
      { status, error },
      {
        status: 424,
        error: { details: { reason: 'no_account', output: { authentication_required: true, suggestions: ['gcloud auth login'] } } }
      }
    )
  })

  await t.test('an unknown command and a bad flag are answered with what gcloud proposes', async t => {
    const command = await nobody.run({ args: ['compute', 'instnces', 'list'] })
    t.match(command, { status: 400, error: { details: { reason: 'unknown_command' } } })
    t.ok(command.error.details.suggestions.some((text: string) => text.startsWith('gcloud compute ')))
    const flag = await nobody.run({ args: ['compute', 'instances', 'list', '--filer=name:foo'] })
    t.match(flag, { status: 400, error: { details: { reason: 'unknown_argument', suggestions: ['Did you mean --filter?'] } } })
  })

  await t.test('a list that goes well, and in every way that it can fail', async t => {
    t.match(await somebody.run({ args: ['projects', 'list'] }), { status: 200, data: { structured_output: [{ projectId: 'demo-ok' }] } })
    const expected: [string, number, string][] = [
      ['denied', 403, 'insufficient_permissions'],
      ['missing', 404, 'upstream_not_found'],
      ['busy', 429, 'rate_limit_exceeded'],
      ['off', 424, 'api_disabled']
    ]
    const answers = await Promise.all(
      expected.map(([name]) => somebody.run({ args: ['compute', 'instances', 'list'], project: `demo-${name}` }))
    )
    for (const [place, [name, status, reason]] of expected.entries())
      t.match(answers[place], { status, error: { details: { reason } } }, name)
  })

  await t.test('a delete is refused without confirm, and runs with it', async t => {
    const args = ['projects', 'delete', 'demo-ok']
    const before = api.seen.length
    t.match(await somebody.run({ args }), {
      status: 428,
      error: { details: { would_do: 'Run gcloud projects delete demo-ok --format=json --quiet.' } }
    })
    t.equal(api.seen.length, before, 'nothing was asked of Google')
    t.match(await somebody.run({ args, confirm: true }), { status: 200, data: { success: true } })
    t.ok(api.seen.some(({ method, url }) => method === 'DELETE' && url.includes('demo-ok')))
  })

  await t.test('the help of a command, in pieces', async t => {
    const { data } = await nobody.get('/v1/gcloud/help?path=projects%20list&max_lines=3')
    t.match(data, { first_line: 1, last_line: 3, next_line: 4, text: /gcloud projects list/ })
    t.ok((await nobody.get('/v1/gcloud/help?path=compute&max_lines=1')).data.groups.includes('instances'))
  })

  await t.test(
    'the Pub/Sub emulator: a streamed job, topics through it, and no process left after a cancel',
    { skip: noEmulator },
    async t => {
      const port = await freePort()
      const args = [
        'beta',
        'emulators',
        'pubsub',
        'start',
        `--host-port=127.0.0.1:${port}`,
        `--data-dir=${path.join(realpathSync(folder), 'root/emulator')}`
      ]
      t.match(await somebody.post('/v1/gcloud/start', { args }), { status: 428 }, 'it is allowed here, and waits for its confirmation')
      const { data: job } = await somebody.post('/v1/gcloud/start', { args, confirm: true, format: 'raw' })
      await lineOf(somebody, job.id, /Server started, listening on/)
      const pubsub = await open('pubsub', [
        token,
        `CLOUDSDK_API_ENDPOINT_OVERRIDES_PUBSUB=http://127.0.0.1:${port}/`,
        'CLOUDSDK_CORE_PROJECT=demo'
      ])
      t.match(await pubsub.run({ args: ['pubsub', 'topics', 'create', 'orders'], confirm: true }), {
        status: 200,
        data: { structured_output: [{ name: 'projects/demo/topics/orders' }] }
      })
      t.match(await pubsub.run({ args: ['pubsub', 'topics', 'create', 'orders'], confirm: true }), {
        status: 409,
        error: { details: { reason: 'already_exists' } }
      })
      t.match(await pubsub.run({ args: ['pubsub', 'topics', 'list'] }), {
        data: { structured_output: [{ name: 'projects/demo/topics/orders' }] }
      })
      const partly = await pubsub.run({ args: ['pubsub', 'topics', 'delete', 'orders', 'nope'], confirm: true })
      t.match(partly, { status: 404, error: { details: { outcome: 'executed', partial: true } } })
      const asked = performance.now()
      await somebody.post(`/v1/jobs/${job.id}/cancel`, {})
      while ((await somebody.get(`/v1/jobs/${job.id}`)).data.status !== 'cancelled' && performance.now() - asked < 10_000) await sleep(20)
      t.comment(`the emulator was gone after ${Math.round(performance.now() - asked)} ms`)
      t.equal((await somebody.get(`/v1/jobs/${job.id}`)).data.status, 'cancelled')
      t.notMatch(processes(), `127.0.0.1:${port}`)
      t.notMatch(processes(), `--port=${port}`)
    }
  )
})

t.test(
  'the rule without a command tree lets through as a read nothing that the tree calls otherwise, but for a few that it judges again',
  { skip },
  async t => {
    const tree = await readTree(root)
    if (!tree) throw new Error('This SDK does not tell its commands')
    const differing: string[] = []
    let commands = 0
    const walk = (words: string[]): void => {
      const { commands: below, groups } = tree.below(words)
      for (const name of groups) walk([...words, name])
      for (const name of below) {
        commands += 1
        const args = [...words, name, 'list', 'describe'] // arguments that look like verbs
        const [exact, rule] = [judge(readCommand(args, tree)), judge(readCommand(args))]
        if (exact.verdict !== 'read' && rule.verdict === 'read') differing.push([...words, name].join(' '))
      }
    }
    walk([])
    t.ok(commands > 1_000, `${commands} commands`)
    t.ok(differing.length < commands / 200, `${differing.length}: ${differing.slice(0, 10)}`)
  }
)

/** Waits until the job has printed such a line. */
async function lineOf(
  gateway: { get: (to: string) => Promise<{ data: { items: { text: string }[] } }> },
  id: string,
  wanted: RegExp
): Promise<void> {
  for (let tries = 0; tries < 900; tries++) {
    const { data } = await gateway.get(`/v1/jobs/${id}/output?limit=100`)
    if (data.items.some(({ text }) => wanted.test(text))) return
    await sleep(100)
  }
  throw new Error(
    `The line did not come: ${JSON.stringify(await gateway.get(`/v1/jobs/${id}/output?limit=100`))} ${JSON.stringify(await gateway.get(`/v1/jobs/${id}`))}`
  )
}

const processes = (): string =>
  process.platform === 'linux' ? execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }) : readFileSync('/dev/null', 'utf8')

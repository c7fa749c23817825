import { execFileSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { freePort } from '../helpers/port.ts'
import { openReal, type RealDesk, sdk, noGcloud as skip } from '../helpers/real-gcloud.ts'

const noEmulator = skip || (existsSync(path.join(sdk, 'platform/pubsub-emulator')) ? false : 'the Pub/Sub emulator is not installed')

t.test('slow operations of the real gcloud', { skip, timeout: 600_000 }, async t => {
  const { folder, token, open, ...desks } = await openReal(t)
  const signedOut = await desks.signedOut()
  const signedIn = await desks.signedIn()

  await t.test('gcloud_status without an account', async t => {
    const asked = performance.now()
    t.match((await signedOut.get('/v1/gcloud/status')).data, { installed: true, account: null, project: null })
    t.comment(`gcloud_status took ${Math.round(performance.now() - asked)} ms (target: at most 2000)`)
  })

  await t.test('an unknown command returns the proposals of gcloud', async t => {
    const command = await signedOut.run({ args: ['compute', 'instnces', 'list'] })
    t.match(command, { status: 400, error: { details: { reason: 'unknown_command' } } })
    t.ok(command.error.details.suggestions.some((text: string) => text.startsWith('gcloud compute ')))
  })

  await t.test('a list with every kind of failure', async t => {
    const unreachable = signedIn.run({ args: ['dns', 'managed-zones', 'list'] })
    const expected: [string, number, string][] = [
      ['missing', 404, 'upstream_not_found'],
      ['busy', 429, 'rate_limit_exceeded'],
      ['off', 424, 'api_disabled'],
      ['broken', 502, 'server_error'],
      ['stranger', 424, 'authentication_failed']
    ]
    for (const [name, status, reason] of expected) {
      const answer = await signedIn.run({ args: ['compute', 'instances', 'list'], project: `demo-${name}` })
      t.match(answer, { status, error: { details: { reason } } }, name)
    }
    t.match(await unreachable, { status: 502, error: { details: { reason: 'connection_failed' } } }, 'signedOut listens there')
  })

  await t.test('the help of a command is read in parts', async t => {
    const { data } = await signedOut.get('/v1/gcloud/help?path=projects%20list&max_lines=3')
    t.match(data, { first_line: 1, last_line: 3, next_line: 4, text: /gcloud projects list/ })
    t.ok((await signedOut.get('/v1/gcloud/help?path=compute&max_lines=1')).data.groups.includes('instances'))
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
      t.match(await signedIn.post('/v1/gcloud/start', { args }), { status: 428 }, 'it is allowed here, and waits for its confirmation')
      const { data: job } = await signedIn.post('/v1/gcloud/start', { args, confirm: true, format: 'raw' })
      await lineOf(signedIn, job.id, /Server started, listening on/)
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
      await signedIn.post(`/v1/jobs/${job.id}/cancel`, {})
      while ((await signedIn.get(`/v1/jobs/${job.id}`)).data.status !== 'cancelled' && performance.now() - asked < 60_000) await sleep(20)
      t.ok(performance.now() - asked < 1_000, 'within a second')
      t.comment(`the emulator was gone after ${Math.round(performance.now() - asked)} ms`)
      t.equal((await signedIn.get(`/v1/jobs/${job.id}`)).data.status, 'cancelled')
      t.notMatch(processes(), `127.0.0.1:${port}`)
      t.notMatch(processes(), `--port=${port}`)
    }
  )
})

/** Waits until the job has printed a line that matches. */
async function lineOf(gateway: RealDesk, id: string, wanted: RegExp): Promise<void> {
  for (let tries = 0; tries < 900; tries++) {
    const { data } = await gateway.get(`/v1/jobs/${id}/output?limit=100`)
    if (data.items.some(({ text }: { text: string }) => wanted.test(text))) return
    await sleep(100)
  }
  throw new Error(
    `The line did not come: ${JSON.stringify(await gateway.get(`/v1/jobs/${id}/output?limit=100`))} ${JSON.stringify(await gateway.get(`/v1/jobs/${id}`))}`
  )
}

const processes = (): string => (process.platform === 'linux' ? execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }) : '')

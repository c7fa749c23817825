import t from 'tap'
import { openGcloudDesk } from '../../helpers/gcloud.ts'

const desk = await openGcloudDesk(t)
const SECRET = 'hunter2-Zq9'

t.test('no response contains the secret of a variable, as lines or as JSON, after a success or a failure', async t => {
  const env = [
    { name: 'DB_PASSWORD', value: SECRET },
    { name: 'REGION', value: 'a' }
  ]
  const stdout = JSON.stringify({ masterAuth: { clientKey: SECRET }, env, environmentVariables: { DB_PASS: SECRET } }, null, 2)
  desk.replays({ stdout })
  const { data, text } = await desk.call('run', { args: ['run', 'services', 'describe', 's'] })
  t.notMatch(text, SECRET)
  t.match(data.structured_output, { masterAuth: { clientKey: '[redacted]' }, environmentVariables: { DB_PASS: '[redacted]' } })
  t.strictSame(data.structured_output.env, [{ name: 'DB_PASSWORD', value: '[redacted]' }, env[1]])
  const markdown = await desk.call('run', { args: ['run', 'services', 'describe', 's'] }, { accept: 'text/markdown' })
  t.notMatch(markdown.text, SECRET)
  const events = await desk.call('run', { args: ['run', 'services', 'describe', 's'] }, { accept: 'text/event-stream' })
  t.match(events.text, 'DB_PASSWORD')
  t.notMatch(events.text, SECRET)
  desk.replays({ stderr: `ERROR: (gcloud.x) cannot connect to postgres://app:${SECRET}@h/db with DB_PASS=${SECRET}`, exit_code: 1 })
  const failed = await desk.call('run', { args: ['run', 'services', 'describe', 's'] })
  t.ok(failed.status >= 400)
  t.notMatch(failed.text, SECRET)
})

t.test('no confirmation, message, check or response shows a secret argument, and gcloud receives it', async t => {
  const args = ['run', 'services', 'update', 's', `--set-env-vars=DB_PASS=${SECRET},REGION=a`, `--update-labels=a=b`]
  const shown = [
    'run',
    'services',
    'update',
    's',
    '--set-env-vars=DB_PASS=[redacted],REGION=a',
    '--update-labels=a=b',
    '--format=json',
    '--quiet'
  ]
  const unconfirmed = await desk.call('run', { args })
  t.equal(unconfirmed.status, 428)
  t.strictSame(unconfirmed.error.details.argv, shown)
  const checked = await desk.call('check', { args })
  t.strictSame(checked.data.argv, shown)
  const planned = await desk.byName('gcloud_run/check', { args })
  desk.does('exit 0')
  const ran = await desk.call('run', { args, confirm: true })
  t.strictSame(ran.data.argv, shown)
  t.ok(desk.argv()?.includes(`--set-env-vars=DB_PASS=${SECRET},REGION=a`))
  desk.does('exit 1')
  const failed = await desk.call('run', { args, confirm: true })
  for (const { text } of [unconfirmed, checked, planned, ran, failed]) {
    t.notMatch(text, SECRET)
    t.match(text, 'REGION=a', 'the rest is shown')
  }
})

t.test('a projection that could show a secret without its name is denied', async t => {
  const verdict = async (format: string): Promise<string> =>
    (await desk.call('check', { args: ['run', 'services', 'describe', 's', `--format=${format}`] })).data.verdict
  for (const format of [
    'value(spec.containers[0].env[0].value)',
    'csv(name,value)',
    'json(env.value)',
    'table(name, value:label=x)',
    'value(environmentVariables.DB_PASS)',
    'value(masterAuth.clientKey)',
    'json(spec.encode(base64))',
    'value(items.values.list())'
  ])
    t.equal(await verdict(format), 'denied', format)
  for (const format of [
    'json',
    'yaml',
    'value(name)',
    'value(metadata.name,status.url)',
    'table(name,zone.basename())',
    'csv[no-heading](id)'
  ])
    t.equal(await verdict(format), 'read', format)
})

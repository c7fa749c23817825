import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Webhook } from 'standardwebhooks'
import { type Test, test } from 'tap'
import { temporaryFolder } from '../../helpers/app.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { listen } from '../../helpers/listen.ts'
import { waitUntil } from '../../helpers/wait-until.ts'
import { eventIn, signedPart } from '../../helpers/webhooks.ts'

/** A gateway over a folder with one file, and a function that starts a dry run with the notify_url. */
async function setUp(t: Test, environment: Record<string, string>) {
  const folder = await temporaryFolder(t)
  const roots = path.join(folder, 'files')
  await mkdir(roots)
  await writeFile(path.join(roots, 'a.txt'), 'old\n')
  const lines: string[] = []
  const onLog = (line: object): void => void lines.push(JSON.stringify(line))
  const { url } = await startGateway(t, { roots, dataDirectory: path.join(folder, 'data'), environment, onLog })
  const rehearse = async (notify_url: string) => {
    const body = JSON.stringify({ glob: '*', search: 'old', replacement: 'new', dry_run: true, notify_url })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/v1/filesystem/bulk/replace_in_files`, { method: 'POST', headers, body })
    // biome-ignore lint/suspicious/noExplicitAny: any response of the gateway
    const answered: any = await answer.json()
    return { status: answer.status, body: answered }
  }
  const jobs = async () => await (await fetch(`${url}/v1/jobs`)).json()
  return { url, rehearse, jobs, lines }
}

test("a job created over HTTP notifies its URL, and neither logs nor responses contain the URL's path or query", async t => {
  const receiver = await listen(t)
  const environment = { TOOLGATE_ALLOW_PRIVATE: `127.0.0.1:${receiver.port}` }
  const { url, rehearse, lines } = await setUp(t, environment)
  const made = await rehearse(`${receiver.url}/hook-t0ken?token=t0ken`)
  t.match(made, { status: 201, body: { data: { notifications: { url: receiver.url } } } })
  await waitUntil(() => receiver.seen.length > 0, 'an event is delivered')
  const [one] = receiver.seen
  if (!one) throw new Error('Nothing came')
  const { data } = JSON.parse(await (await fetch(`${url}/v1/webhooks/secret`)).text())
  t.ok(new Webhook(data.secrets[0]).verify(one.body, signedPart(one)))
  t.notMatch(lines.join(), data.secrets[0])
  t.match(eventIn(one), { type: 'job.completed', data: { job: { id: made.body.data.id, operation: 'filesystem_bulk_replace_in_files' } } })
  t.notMatch(JSON.stringify(made.body), /t0ken/)
  t.same(
    lines.filter(line => line.includes('t0ken')),
    []
  )
})

test('a URL of a private address is refused with the reason, and no job is created', async t => {
  const { rehearse, jobs } = await setUp(t, {})
  for (const url of [
    'https://127.0.0.1/',
    'https://169.254.169.254/',
    'https://localhost/',
    'https://[::ffff:10.0.0.1]/',
    'https://8.8.8.8:25/'
  ]) {
    const { status, body } = await rehearse(url)
    t.match({ status, body }, { status: 403, body: { error: { code: 'PERMISSION_ERROR', details: { reason: 'address_refused' } } } }, url)
    t.match(body.error.message, /^notify_url leads to .*(loopback|link-local|name of this host|private|port 25)/)
  }
  t.match(await jobs(), { data: { items: [] } })
})

test('plain http and invalid URLs are refused as invalid input', async t => {
  const { rehearse } = await setUp(t, {})
  for (const url of ['http://8.8.8.8/', 'ftp://8.8.8.8/', 'nowhere', 'https://me:you@8.8.8.8/'])
    t.match(
      await rehearse(url),
      { status: 400, body: { error: { details: { reason: 'invalid_field_value', issues: [{ path: 'notify_url' }] } } } },
      url
    )
})

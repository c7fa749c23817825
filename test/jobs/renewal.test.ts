import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'tap'
import { gmailServer } from '../../sandbox/gmail/server.ts'
import { CLIENT } from '../../sandbox/google/oauth.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { smallMailbox } from '../helpers/gmail-bulk.ts'
import { jobsAt } from '../helpers/gmail-jobs.ts'
import { startProcess } from '../helpers/process.ts'
import { waitUntil } from '../helpers/wait-until.ts'

test('a job with a revoked credential waits, and finishes by itself once the config file has another one', async t => {
  const server = gmailServer(smallMailbox())
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => server.close())
  const form = (path: string, fields: Record<string, string>) => fetch(url + path, { method: 'POST', body: new URLSearchParams(fields) })
  const { access_token } = JSON.parse(await (await form('/token', { ...CLIENT, grant_type: 'refresh_token' })).text())
  const folder = await temporaryFolder(t)
  const file = path.join(folder, 'toolgate.json')
  const grant = (credential: Record<string, string>) =>
    writeFile(file, JSON.stringify({ systems: { gmail: { instances: { main: { url, token_url: `${url}/token`, ...credential } } } } }))
  await grant({ access_token })
  const gateway = await startProcess(t, { TOOLGATE_DATA: folder, TOOLGATE_CONFIG: file })
  const { preview, confirm, until } = jobsAt(gateway.url)

  const job = await preview('mark_unread', { from: 'sam' })
  await form('/revoke', { token: access_token })
  await confirm(job)
  const waiting = await until(job.id, ({ status }) => status === 'waiting')
  t.match(waiting, { reason: 'auth', error: { code: 'AUTHENTICATION_ERROR' }, progress: { failed: 0, unknown: 0, pending: 3 } })
  await grant(CLIENT)
  await waitUntil(() => gateway.output().includes('Configuration reloaded'), 'the configuration is reloaded')
  t.match(await until(job.id, ({ finished_at }) => finished_at !== null), {
    status: 'completed',
    reason: null,
    progress: { succeeded: 3, failed: 0, unknown: 0 }
  })
})

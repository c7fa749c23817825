import t from 'tap'
import { mailTaskRunner } from '../../../src/tools/gmail/client/run-mail-task.ts'

const LONG = 'x'.repeat(30_000)
const caller = { id: 'alice', scopes: [] }

t.test('the slow mails of one call share its time: after the limit, none is processed', async t => {
  const run = mailTaskRunner({ timeout_ms: 1, max_memory_mb: 512 })
  const call = { caller, signal: new AbortController().signal }
  await t.rejects(run('parse', LONG, call), { message: /takes longer than 0\.001 s/ })
  await t.rejects(run('parse', LONG, call), { message: /the mails before it took longer/ })
  t.ok(await run('text', ['<p>short</p>'], call), 'a short mail needs no such time')
  const other = { caller, signal: new AbortController().signal }
  await t.rejects(run('parse', LONG, other), { message: /takes longer/ }, 'another call has its own time')
})

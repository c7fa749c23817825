import t from 'tap'
import { OperationError } from '../../../src/contract/errors.ts'
import { parseRaw } from '../../../src/tools/gmail/client/outgoing/parse-raw.ts'
import { mailTaskRunner } from '../../../src/tools/gmail/client/run-mail-task.ts'

const LONG = 'x'.repeat(30_000)
const caller = { id: 'alice', scopes: [] }

t.test('the slow messages of one call share its time: after the limit, none is processed', async t => {
  const run = mailTaskRunner({ timeout_ms: 1, max_memory_mb: 512 })
  const call = { caller, signal: new AbortController().signal }
  await t.rejects(run('parse', LONG, call), { message: /takes longer than 0\.001 s/ })
  await t.rejects(run('parse', LONG, call), { message: /the messages before it took longer/ })
  t.ok(await run('text', ['<p>short</p>'], call), 'a short message needs no such time')
  const other = { caller, signal: new AbortController().signal }
  await t.rejects(run('parse', LONG, other), { message: /takes longer/ }, 'another call has its own time')
})

t.test('a message that the parser refuses is not a defect of the gateway', async t => {
  const nested = Array.from({ length: 300 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`).join('')
  for (const mail of [nested, `${nested}${'x'.repeat(30_000)}`, `X: ${'y'.repeat(3_000_000)}\r\n\r\nText`]) {
    const raw = Buffer.from(mail).toString('base64url')
    const error = await parseRaw(raw, Object({ caller, signal: new AbortController().signal })).catch(thrown => thrown)
    t.ok(error instanceof OperationError)
    t.match(error, { reason: 'cannot_be_honoured', message: /^The message cannot be read: Maximum/ })
  }
})

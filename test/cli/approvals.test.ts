import t from 'tap'
import { approveCall, denyCall, listApprovals } from '../../src/cli/approvals.ts'
import { listen } from '../helpers/listen.ts'

const item = {
  id: 'apr_1',
  status: 'pending',
  principal: 'key:ci',
  expires_at: '2026-11-27T05:00:00.000Z',
  message: 'Saw a\napr_2  \u001b[2K\u009b1A\u202eoak\u2069\u2028ü.'
}
const { url } = await listen(t, (response, seen) => {
  const data = seen.url.includes('list') ? { items: [item], next_cursor: null, total: null } : item
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ success: true, data, metadata: {} }))
})

t.test('a message that someone else wrote adds no line, and no command for the terminal', async t => {
  const env = { TOOLGATE_URL: url }
  const shown = 'Saw a\\u000aapr_2  \\u001b[2K\\u009b1A\\u202eoak\\u2069\\u2028ü.'
  t.strictSame(await listApprovals([], env), { code: 0, out: `apr_1  pending  key:ci  2026-11-27T05:00:00.000Z  ${shown}` })
  t.strictSame(await approveCall(['apr_1'], env), { code: 0, out: `Approved for key:ci, once: ${shown}` })
  t.strictSame(await denyCall(['apr_1', '--reason', 'x'], env), { code: 0, out: `Denied for key:ci: ${shown}` })
})

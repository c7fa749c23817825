import t from 'tap'
import { EMAIL, TOKEN } from '../../../sandbox/confluence/credentials.ts'
import { openWiki } from '../../helpers/confluence.ts'

t.test('no line of the log contains written content or the credential, whatever the outcome', async t => {
  const lines: string[] = []
  const { call, failNext } = await openWiki(t, { onLog: line => void lines.push(JSON.stringify(line)) })
  const secret = 'strictly confidential '.repeat(20)
  const page = { title: 'Logged', space_key: 'PLAY', content: `<p>${secret}</p>` }
  const file = { page_id: '65689', filename: 'x.txt', content_base64: Buffer.from(secret).toString('base64') }
  t.equal((await call('create_page', page)).status, 201)
  t.equal((await call('upload_attachment', file)).status, 201)
  t.equal((await call('create_page', { ...page, content: `<p>${secret}` })).status, 400)
  t.equal((await call('create_page', { ...page, titel: 'x' })).status, 400)
  await failNext({ method: 'POST', path: '/pages' }, { status: 500, body: { message: 'no' } })
  t.equal((await call('create_page', { ...page, title: 'Other' })).status, 502)
  await failNext({ method: 'POST', path: '/pages' }, { cut: true })
  t.equal((await call('create_page', { ...page, title: 'Other' })).status, 502)
  const calls = lines.filter(line => line.includes('"params"'))
  t.equal(calls.length, 6)
  for (const line of calls.filter(line => line.includes('_create_page'))) t.match(line, /"content":"\[\d+ characters\]"/)
  const all = lines.join('\n')
  t.match(all, /socket hang up/)
  for (const hidden of ['confidential', file.content_base64.slice(0, 40), TOKEN, btoa(`${EMAIL}:${TOKEN}`)])
    t.notOk(all.includes(hidden), hidden)
})

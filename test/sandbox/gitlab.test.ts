import t from 'tap'
import { TOKEN } from '../../sandbox/gitlab/credentials.ts'
import { buildServer, ROOT } from '../../sandbox/gitlab/server.ts'
import { openGitlab } from '../helpers/gitlab.ts'

const MERGE_REQUEST = `${ROOT}/api/v4/projects/${encodeURIComponent('acme/web')}/merge_requests/1`
const NO_LINE = { status: 400, body: { message: 'Note {:line_code=>["can\'t be blank", "must be a valid line code"]}' } }

async function serve() {
  const app = buildServer()
  const ask = async (method: 'GET' | 'POST', path: string, payload?: object | string, type?: string) => {
    const headers = { 'private-token': TOKEN, ...(type && { 'content-type': type }) }
    const answer = await app.inject({ method, url: `${MERGE_REQUEST}${path}`, headers, ...(payload && { payload }) })
    return { status: answer.statusCode, body: answer.json() }
  }
  const { diff_refs } = (await ask('GET', '')).body
  const position = { position_type: 'text', ...diff_refs, old_path: 'src/dark.css', new_path: 'src/dark.css', new_line: 2 }
  return { ask, position }
}

t.test('a thread on a line outside the diff is refused and not created', async t => {
  const { ask, position } = await serve()
  const threads = async () => (await ask('GET', '/discussions')).body.length
  const before = await threads()
  const { new_line: _, ...noLine } = position
  for (const wrong of [
    { ...position, new_line: 9999 },
    { ...position, new_line: 0 },
    { ...noLine, old_line: 1 },
    { ...position, old_line: 2 },
    { ...position, old_path: 'README.md', new_path: 'README.md', new_line: 1 },
    { ...position, old_path: 'no/such', new_path: 'no/such' },
    noLine
  ])
    t.match(await ask('POST', '/discussions', { body: 'Why?', position: wrong }), NO_LINE, JSON.stringify(wrong))
  t.equal(await threads(), before)
  t.match(await ask('POST', '/discussions', { body: 'Why?', position }), { status: 201, body: { notes: [{ position: { new_line: 2 } }] } })
})

t.test('a thread can be created with either kind of form', async t => {
  const { ask, position } = await serve()
  const fields: [string, string][] = [
    ['body', 'Größe?\r\nWhy?'],
    ...Object.entries(position).map(([name, value]): [string, string] => [`position[${name}]`, String(value)])
  ]
  const parts = fields.map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  const multipart = 'multipart/form-data; boundary=x'
  const begun = { status: 201, body: { notes: [{ body: 'Größe?\r\nWhy?', position: { ...position, new_line: 2 } }] } }
  t.match(await ask('POST', '/discussions', `${parts.join('')}--x--\r\n`, multipart), begun)
  t.match(await ask('POST', '/discussions', new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded'), begun)
  const beyond = parts.join('').replace('\r\n\r\n2\r\n', '\r\n\r\n9999\r\n')
  t.match(await ask('POST', '/discussions', `${beyond}--x--\r\n`, multipart), NO_LINE)
  t.match(await ask('POST', '/discussions', 'no form', multipart), { status: 400 })
})

t.test('the gateway reports that a line was refused', async t => {
  const { call } = await openGitlab(t)
  const input = { project: 'acme/web', merge_request_iid: 1, body: 'Why?', path: 'src/dark.css', new_line: 9999 }
  const { status, error } = await call('create_discussion', input)
  t.equal(status, 422)
  t.match(error, { message: /line_code/, details: { outcome: 'not_executed', upstream: { status: 400 } } })
})

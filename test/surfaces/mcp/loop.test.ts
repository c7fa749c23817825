import { setTimeout as sleep } from 'node:timers/promises'
import type { CallToolResult, Tool } from '@modelcontextprotocol/client'
import t from 'tap'
import { startGateway } from '../../helpers/gateway.ts'
import { connect, rpc } from '../../helpers/mcp.ts'

type Input = Record<string, unknown>
// biome-ignore lint/suspicious/noExplicitAny: what a tool answers is read as a model reads it
type Data = any

/** What a model has seen of its calls, newest last. */
type History = readonly { name: string; data: Data }[]

const seen = (history: History, ...names: string[]): Data | undefined => history.findLast(({ name }) => names.includes(name))?.data

/**
 * A model that works by a script: it looks what it has found out, and says what to call next. The task: find the issue about the price list, write a
 * page about it, label the mails about the launch plan, and wait until all are labelled.
 */
function next(history: History): { name: string; input: Input } | string {
  const [issue] = seen(history, 'gitlab_list_issues')?.['items'] ?? []
  if (!issue) return { name: 'gitlab_list_issues', input: { project: 'acme/web', search: 'price list', limit: 1 } }
  const page = seen(history, 'confluence_create_page')
  if (!page) {
    const content = `<p>We look into <em>${issue['title']}</em>.</p>`
    return { name: 'confluence_create_page', input: { title: `About issue ${issue['iid']}`, space_key: 'PLAY', content } }
  }
  const job = seen(history, 'gmail_bulk_label_messages', 'jobs_confirm', 'jobs_get')
  if (!job) return { name: 'gmail_bulk_label_messages', input: { subject: 'Launch plan', add_label: 'travel' } }
  const { id, status, confirm_token, progress } = job
  if (status === 'awaiting_confirmation') return { name: 'jobs_confirm', input: { id, confirm_token } }
  if (status === 'completed') return `Wrote ${page['id']} about ${issue['iid']} and labelled ${progress['succeeded']} mails.`
  return { name: 'jobs_get', input: { id, wait: 10 } }
}

const { url } = await startGateway(t, { dataDirectory: t.testdir({}) })

t.test('a task over three systems is done through the tool list alone', async t => {
  const client = await connect(t, url)
  const { tools } = await client.listTools()
  const known = new Map<string, Tool>(tools.map(tool => [tool.name, tool]))
  const history: { name: string; data: Data }[] = []
  let said = ''
  for (let turn = 0; turn < 20 && said === ''; turn++) {
    const wish = next(history)
    if (typeof wish === 'string') said = wish
    else {
      t.ok(known.has(wish.name), `${wish.name} is listed`)
      const answer: CallToolResult = await client.callTool({ name: wish.name, arguments: wish.input })
      if (!t.not(answer.isError, true, JSON.stringify(answer.content))) break
      history.push({ name: wish.name, data: Object(answer.structuredContent) })
    }
  }
  t.match(said, /^Wrote \d+ about \d+ and labelled [1-9]\d* mails\.$/)
})

const FOLLOWS = { capabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } }
const later = (name: string, input: object, options?: object) =>
  rpc(url, 'tools/call', { name, arguments: { ...input, mode: 'async' } }, options)

/** The task once it is no longer at work. */
async function settled(taskId: string) {
  for (;;) {
    const { result } = await rpc(url, 'tasks/get', { taskId }, FOLLOWS)
    if (result.status !== 'working') return result
    await sleep(50)
  }
}

t.test('a call that runs as a job is a task, with the answer of the call in the end', async t => {
  const { result } = await later('gitlab_list_issues', { project: 'acme/web', limit: 1 }, FOLLOWS)
  t.match(result, { resultType: 'task', taskId: /^j/ })
  const { status, result: answer } = await settled(result.taskId)
  t.equal(status, 'completed')
  t.match(answer, { content: [{ type: 'text' }], structuredContent: { items: [{ iid: Number }] } })
})

t.test('so is one that fails, which is an error of the tool', async t => {
  const { result } = await later('gitlab_get_issue', { project: 'acme/web', issue_iid: 999_999 }, FOLLOWS)
  t.match(await settled(result.taskId), {
    status: 'completed',
    result: { isError: true, structuredContent: { success: false, error: { code: 'NOT_FOUND_ERROR' } } }
  })
})

t.test('a client that follows no tasks is answered the job of its call', async t => {
  const client = await connect(t, url)
  await client.listTools() // the client checks answers of tools that it has seen listed
  const { structuredContent } = await client.callTool({
    name: 'gitlab_get_issue',
    arguments: { project: 'acme/web', issue_iid: 1, mode: 'async' }
  })
  t.match(structuredContent, { job: { id: /^j/, kind: 'call' } })
})

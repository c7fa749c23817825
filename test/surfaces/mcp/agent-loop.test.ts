import t from 'tap'
import { agentScript, loseResponse } from '../../helpers/agent-script.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { connect, rpc } from '../../helpers/mcp.ts'
import { followScript } from '../../helpers/scripted-model.ts'
import { readUntil } from '../../helpers/wait-until.ts'

const gateway = await startGateway(t, { dataDirectory: t.testdir({}) })
const { url } = gateway

t.test('a client does a task over three systems with the tool list alone, and calls again only what was not executed', async t => {
  const checkWrites = await loseResponse(gateway)
  const names = 'gitlab_list_issues,gitlab_create_issue,filesystem_write_file,filesystem_delete_file,gmail_bulk_label_messages'
  const client = await connect(t, url, { query: `?tools=${names}` })
  const { tools } = await client.listTools()
  const listed = new Set(tools.map(({ name }) => name))
  const next = followScript(agentScript())
  const answers: unknown[] = []
  for (let turn = next(answers); 'calls' in turn; turn = next(answers))
    for (const { name, arguments: input } of turn.calls) {
      if (!listed.has(name)) throw new Error(`${name} is not listed`)
      const { content } = await client.callTool({ name, arguments: { ...input } })
      answers.push(content)
    }
  await checkWrites(t)
})

const FOLLOWS = { capabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } }
const later = (name: string, input: object, options?: object) =>
  rpc(url, 'tools/call', { name, arguments: { ...input, mode: 'async' } }, options)

/** The task once it has ended. */
async function settled(taskId: string) {
  const { result } = await readUntil(
    () => rpc(url, 'tasks/get', { taskId }, FOLLOWS),
    answer => answer.result.status !== 'working',
    'the task has ended'
  )
  return result
}

t.test('a call that runs as a job is a task that ends with the response of the call', async t => {
  const { result } = await later('gitlab_list_issues', { project: 'acme/web', limit: 1 }, FOLLOWS)
  t.match(result, { resultType: 'task', taskId: /^j/ })
  const { status, result: answer } = await settled(result.taskId)
  t.equal(status, 'completed')
  t.match(answer, { content: [{ type: 'text' }], structuredContent: { items: [{ iid: Number }] } })
})

t.test('a call that fails as a job is an error of the tool', async t => {
  const { result } = await later('gitlab_get_issue', { project: 'acme/web', issue_iid: 999_999 }, FOLLOWS)
  t.match(await settled(result.taskId), {
    status: 'completed',
    result: { isError: true, structuredContent: { success: false, error: { code: 'NOT_FOUND_ERROR' } } }
  })
})

t.test('a client without tasks gets the job of its call', async t => {
  const client = await connect(t, url)
  await client.listTools() // the client checks results of tools that it has seen listed
  const { structuredContent } = await client.callTool({
    name: 'gitlab_get_issue',
    arguments: { project: 'acme/web', issue_iid: 1, mode: 'async' }
  })
  t.match(structuredContent, { job: { id: /^j/, kind: 'call' } })
})

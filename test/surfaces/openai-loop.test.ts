import OpenAI from 'openai'
import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions'
import type { ResponseInputItem } from 'openai/resources/responses/responses'
import t from 'tap'
import { temporaryFolder } from '../helpers/app.ts'
import { startGateway } from '../helpers/gateway.ts'
import { startScriptedModel } from '../helpers/scripted-model.ts'

// An agent's loop with the client of OpenAI: the model requests calls, the gateway runs them, and their results go back.
const { url } = await startGateway(t, { dataDirectory: await temporaryFolder(t) })

// biome-ignore lint/suspicious/noExplicitAny: JSON of the gateway
type Json = any

const get = async (path: string): Promise<Json> => await (await fetch(new URL(path, url))).json()

/** The tool list in OpenAI's format: the packs of three systems, with the commands of their jobs. */
async function toolsOf(...packs: string[]): Promise<ChatCompletionTool[]> {
  const lists: Json[] = await Promise.all(packs.map(pack => get(`/v1/dialects/openai-chat?pack=${pack}`)))
  const tools: ChatCompletionTool[] = lists.flatMap(list => list.tools)
  return [...new Map(tools.map(tool => ['function' in tool ? tool.function.name : '', tool])).values()]
}

async function callAll(calls: readonly object[]): Promise<Json[]> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ calls }) }
  const answer: Json = await (await fetch(new URL('/v1/operations', url), init)).json()
  return answer.data.results
}

/** Until the model requests no more calls. */
async function runLoop(client: OpenAI, task: string, tools: ChatCompletionTool[]): Promise<string> {
  const messages: ChatCompletionMessageParam[] = [{ role: 'user', content: task }]
  for (let turn = 0; turn < 20; turn++) {
    const { choices } = await client.chat.completions.create({ model: 'scripted', messages, tools })
    const message = choices[0]?.message
    if (!message) throw new Error('The model answered nothing')
    messages.push(message)
    if (!message.tool_calls) return message.content ?? ''
    const results = await callAll(message.tool_calls)
    for (const result of results) messages.push({ role: 'tool', tool_call_id: result.id, content: JSON.stringify(result) })
  }
  throw new Error('The loop does not end')
}

const TITLE = 'Found while the plan was made'
let issue: Json
let page: Json
let job: Json

const model = await startScriptedModel(t, [
  () => ({
    calls: [
      { name: 'gitlab_list_issues', arguments: { project: 'acme/web', search: 'loses what was typed', limit: 5 } },
      { name: 'gmail_search_messages', arguments: { from: 'Bea Builder', subject: 'Launch plan' } }
    ]
  }),
  answers => {
    const [issues]: Json[] = answers
    issue = issues.data.items[0]
    return {
      calls: [
        {
          name: 'confluence_create_page',
          arguments: { title: TITLE, space_key: 'PLAY', content: `<p>${issue.title} (#${issue.iid})</p>` }
        },
        { name: 'gmail_bulk_label_messages', arguments: { from: 'Bea Builder', subject: 'Launch plan', add_label: 'travel' } }
      ]
    }
  },
  answers => {
    const [made, begun]: Json[] = answers.slice(-2)
    page = made.data
    job = begun.data
    return { calls: [look()] }
  },
  answers => {
    job = (answers.at(-1) as Json).data
    if (job.status === 'snapshotting') return { calls: [look()], again: true }
    return { calls: [{ name: 'jobs_confirm', arguments: { id: job.id, confirm_token: job.confirm_token } }] }
  },
  answers => {
    job = (answers.at(-1) as Json).data
    if (job.poll_after_ms !== null) return { calls: [look()], again: true }
    return { calls: [{ name: 'confluence_get_page', arguments: { page_id: page.id } }] }
  },
  answers => {
    const [read]: Json[] = answers.slice(-1)
    return { says: `${job.status}: ${job.progress.succeeded} labelled; ${read.data.title}` }
  }
])
const look = () => ({ name: 'jobs_get', arguments: { id: job.id, wait: 25 } })

t.test('an OpenAI model completes a task over three systems, and waits for its job, with our tools', async t => {
  const client = new OpenAI({ baseURL: model.baseURL, apiKey: 'none', maxRetries: 0 })
  const said = await runLoop(
    client,
    'Note the bug of the form on a page, and label the mail about the launch.',
    await toolsOf('gitlab', 'confluence', 'gmail')
  )
  t.match(issue, { iid: Number, title: /loses what was typed/ })
  t.match(said, /^completed: [1-9]\d* labelled; Found while the plan was made$/)
  const [read, labelled] = await callAll([
    { operation: 'confluence_get_page', arguments: { page_id: page.id } },
    { operation: 'gmail_search_messages', arguments: { subject: 'Launch plan', labels: ['Travel'] } }
  ])
  t.match(JSON.stringify(read.data), new RegExp(`#${issue.iid}`), 'the page exists')
  t.ok(labelled.data?.items.length >= 1, 'and the mail has its label')
})

t.test('a Responses API model calls the tools of our list of namespaces in their order', async t => {
  const [{ tools }, model] = await Promise.all([
    get('/v1/dialects/openai-responses?pack=gitlab'),
    startScriptedModel(t, [
      () => ({ calls: [{ name: 'gitlab_list_issues', arguments: { project: 'acme/web', search: 'loses what was typed' } }] }),
      ([issues]: Json[]) => ({
        calls: [{ name: 'gitlab_get_issue', arguments: { project: 'acme/web', issue_iid: issues.data.items[0].iid } }]
      }),
      ([, found]: Json[]) => ({ says: `#${found.data.iid}: ${found.data.title}` })
    ])
  ])
  const client = new OpenAI({ baseURL: model.baseURL, apiKey: 'none', maxRetries: 0 })
  const input: ResponseInputItem[] = [{ role: 'user', content: 'Which issue is about the form?' }]
  for (let turn = 0; turn < 9; turn++) {
    const { output, output_text } = await client.responses.create({ model: 'scripted', input, tools })
    const calls = output.filter(item => item.type === 'function_call')
    input.push(...calls)
    if (calls.length === 0) return t.match(output_text, /^#\d+: .*loses what was typed/)
    t.match(calls, [{ namespace: 'gitlab', caller: { type: 'direct' } }])
    for (const result of await callAll(calls))
      input.push({ type: 'function_call_output', call_id: result.id, output: JSON.stringify(result) })
  }
  return t.fail('The loop does not end')
})

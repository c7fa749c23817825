import t from 'tap'
import { inputOf } from '../src/catalog/reserved-inputs.ts'
import { highestPermission, type Operation } from '../src/contract/operation.ts'
import { startApp } from './helpers/app.ts'
import { goodExamples } from './helpers/catalog-rules.ts'
import { EXHAUSTIVE } from './helpers/exhaustive.ts'
import { listen, type Seen } from './helpers/listen.ts'

type Settings = Record<string, unknown>

/** Successful JSON responses that are not what any API returns, as a proxy or a changed system may send them. */
const BODIES: readonly unknown[] = [[5], 'text', null, 7, { items: 5 }, { messages: {} }, { id: 7 }, { error: 'x' }, [[]], true]
/** An empty list, in both forms. */
const EMPTY: readonly unknown[] = [{}, []]
const ALL = [...BODIES, ...EMPTY]

const SYSTEMS: Record<string, (url: string) => Record<string, Settings>> = {
  calendar: url => ({ '': { url, access_token: 'token' } }),
  gmail: url => ({ '': { url, access_token: 'token' } }),
  confluence: url => ({
    cloud: { url: `${url}/wiki`, type: 'cloud', email: 'a@example.com', token: 'token' },
    dc: { url: `${url}/wiki`, type: 'datacenter', username: 'a', password: 'word' }
  }),
  gitlab: url => ({ '': { url, token: 'token' } }),
  memory: url => ({ '': { llm_base_url: url, llm_model: 'model', llm_max_retries: 0 } }),
  trello: url => ({ '': { url: `${url}/1`, key: 'key', token: 'token' } }),
  web: url => ({ '': { brave_url: url, brave_api_key: 'key', jina_url: url, reader: 'jina', pages_url: `${url}/pages` } })
}

/** Systems of which every operation is tried with every body. Of the others, every operation is tried with some. */
const WHOLLY = ['calendar', 'gmail', 'memory']
const SOME = 3

/** Operations that succeed whatever the response is, and why. */
const SUCCEEDS: Record<string, RegExp> = {
  'nothing of the response is needed: its status reports that it was done':
    /_delete_|^calendar_unshare|^gitlab_(?:unprotect_branch|run_pipeline_schedule|publish_draft_notes|create_release_evidence|(?:create|update)_file)$/,
  'it returns the body as it is': /^gitlab_(?:download_|get_job_log|get_merge_request_diff)/,
  'its result states what cannot be read': /_test_connection$|^web_read_urls$/,
  'only reading a text sends a request': /^memory_(?!build_from_text)/
}

const DEFECT = /TypeError|is not (?:a function|iterable)|annot (?:read|convert|destructure)|undefined|internal error/i

for (const [system, settingsAt] of Object.entries(SYSTEMS)) {
  t.test(system, async t => {
    const upstream = await listen(t, (response, { url }) => {
      const [, index] = /^\/b(\d+)/.exec(url) ?? []
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(ALL[Number(index)]))
    })
    const sandbox = Object.fromEntries(
      ALL.flatMap((_, index) =>
        Object.entries(settingsAt(`${upstream.url}/b${index}`)).map(([name, settings]) => [
          `${system}-${name}${index}`,
          { max_retries: 0, ...settings }
        ])
      )
    )
    let fits = true
    const onLog = ({ msg }: Settings): void => {
      if (msg === 'The response does not match the output schema') fits = false
    }
    const { app, catalog } = await startApp(t, { system, sandbox, onLog })
    const variants = Object.keys(settingsAt(''))
    let number = 0
    for (const operation of catalog.operations) {
      const [example] = goodExamples(operation)
      if (operation.kind === 'bulk' || !example) continue
      const given = Object.keys(example.given?.as ?? {}).map(name => [name, 'r123456'])
      const writes = highestPermission(operation.permission) !== 'read'
      const confirm = 'confirm' in inputOf(operation).properties && { confirm: true }
      for (const variant of variants) {
        number++
        for (const [index, body] of ALL.entries()) {
          if (!EXHAUSTIVE && !WHOLLY.includes(system) && (index + number * SOME) % ALL.length >= SOME) continue
          fits = true
          upstream.seen.length = 0
          const payload = { ...Object.fromEntries(given), ...Object(example.input), ...confirm, instance: `sandbox-${variant}${index}` }
          const { body: text } = await app.inject({ method: 'POST', url: `/v1/operations/${operation.id}`, payload })
          const { error } = text.startsWith('{"success"') ? JSON.parse(text) : {}
          const label = `${operation.id}: ${JSON.stringify(body)} of ${variant || system}: ${text.slice(0, 300)}`
          if (!error) {
            if (!fits || !maySucceed(operation, body)) t.fail(label)
            continue
          }
          const { reason, outcome } = error.details
          if (reason === 'unexpected' || DEFECT.test(error.message)) t.fail(label)
          if (writes && reason === 'server_error' && outcome === 'not_executed' && upstream.seen.some(isWrite))
            t.fail(`${label}: a write was sent`)
        }
      }
    }
    t.ok(number > 0)
  })
}

function maySucceed({ id, list, permission }: Operation, body: unknown): boolean {
  if (Object.values(SUCCEEDS).some(names => names.test(id))) return true
  if (/^(?:gitlab|confluence)_/.test(id) && highestPermission(permission) !== 'read') return isObject(body)
  const isEmpty = EMPTY.includes(body)
  return isEmpty && (list || highestPermission(permission) === 'read')
}

/** GitLab and Confluence report with the status that a write was executed. What an object lacks is shown as absent. */
const isObject = (body: unknown): boolean => typeof body === 'object' && body !== null && !Array.isArray(body)

/** Whether a request changes something. */
const isWrite = ({ method, url, body }: Seen): boolean =>
  method !== 'GET' && !/freeBusy|contentbody\/convert|ci\/lint|chat\/completions/.test(url) && !/"query":"\s*query/.test(body)

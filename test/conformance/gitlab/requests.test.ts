import t from 'tap'
import type { Received } from '../../../sandbox/control/requests.ts'
import { TOKEN } from '../../../sandbox/gitlab/credentials.ts'
import { ROOT } from '../../../sandbox/gitlab/server.ts'
import { openGitlab } from '../../helpers/gitlab.ts'
import { ALIKE, EACH_KIND } from '../../helpers/gitlab-contracts.ts'
import { startRun } from '../../jobs/adapter-contract/run.ts'
import { installCheckers } from '../install.ts'
import { type Description, describedAs, noDescription, OVERSAID, readDescription, TOLD_TOO, UNDESCRIBED, UNTOLD } from './description.ts'

await installCheckers()
const { default: Ajv } = await import('ajv')

const ajv = new Ajv({ strict: false, validateFormats: false, logger: false, allErrors: true, validateSchema: false })

const bare = (name: string): string => name.replace(/\[.*$/, '')

/** Differences of a request from the description; empty if it conforms. */
function judge(description: Description, request: Received): string[] {
  const what = `${request.method} ${request.path.replace(ROOT, '')}`
  return problemsOf(description, request)
    .filter(problem => !OVERSAID.some(([pattern, words]) => pattern.test(what) && words.test(problem)))
    .map(problem => `${what} ${problem}`)
}

function problemsOf(description: Description, { method, path, query, body }: Received): string[] {
  const place = path.replace(ROOT, '')
  if (UNDESCRIBED.some(pattern => pattern.test(place))) return []
  const described = describedAs(description, method, place)
  if (!described) return ['is not described']
  const { parameters = [] } = described
  const untold = UNTOLD.filter(([pattern]) => pattern.test(`${method} ${place}`)).flatMap(([, names]) => names)
  const known = new Set([...parameters.filter(one => one.in === 'query').map(({ name }) => bare(name)), ...untold])
  const sent = [...new URLSearchParams(query).keys()].map(bare)
  const needed = parameters.filter(one => one.in === 'query' && one.required && !sent.includes(bare(one.name)))
  const inQuery = [
    ...sent.filter(name => !known.has(name)).map(name => `has no parameter ${name}`),
    ...needed.map(({ name }) => `needs ${name}`)
  ]
  const schema = parameters.find(one => one.in === 'body')?.schema
  if (Object.keys(Object(body)).length === 0) return inQuery
  return [...inQuery, ...(schema ? misfits(description, schema, body) : ['takes no body'])]
}

/** Types of Swagger, or undefined ones, that JSON Schema does not know. */
const isStrange = (name: string, value: unknown): boolean =>
  name === 'type' && typeof value === 'string' && !/^(string|number|integer|boolean|array|object|null)$/.test(value)

/** References lead into the description, which is read once. */
// biome-ignore lint/suspicious/noExplicitAny: a JSON schema, walked
function rooted(node: any): any {
  if (Array.isArray(node)) return node.map(rooted)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).flatMap(([name, value]) =>
      isStrange(name, value) ? [] : [[name, name === '$ref' ? `gitlab${value}` : rooted(value)]]
    )
  )
}

/** A property that is not declared would be ignored. */
function misfits({ definitions }: Description, schema: object, body: unknown): string[] {
  const name =
    String('$ref' in schema ? schema.$ref : '')
      .split('/')
      .at(-1) ?? ''
  const declared: { properties?: object } = definitions[name] ?? schema
  const strange = Object.keys(Object(body)).filter(one => !(one in Object(declared.properties)))
  ajv.validate(rooted(declared), body)
  return [
    ...strange.map(one => `has no property ${one}`),
    ...(ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  ]
}

const FURTHER: [name: string, input: Record<string, unknown>][] = [
  [
    'list_issues',
    {
      project: 'acme/web',
      labels: ['bug'],
      without_labels: ['x'],
      milestone: 'Any',
      author: 'ada',
      assignee: 'bea',
      iids: [1, 2],
      search: 'form',
      created_after: '2026-01-01T00:00:00Z',
      updated_before: '2027-01-01T00:00:00Z',
      confidential: false,
      issue_type: 'issue'
    }
  ],
  ['list_issues', { group: 'acme', author_id: 1, assignee_id: 3 }],
  [
    'list_merge_requests',
    { project: 'acme/web', labels: ['feature'], reviewer: 'bea', draft: false, source_branch: 'feature/dark-mode', target_branch: 'main' }
  ],
  ['list_merge_requests', { group: 'acme', author: 'chen' }],
  [
    'create_issue',
    {
      project: 'acme/sandpit',
      title: 'T',
      description: 'D',
      labels: ['a', 'b'],
      assignee_ids: [3],
      milestone_id: 1019,
      due_date: '2026-12-24',
      confidential: true,
      issue_type: 'incident',
      weight: 1
    }
  ],
  [
    'update_issue',
    { project: 'acme/playground', issue_iid: 1, clear: ['labels', 'assignees', 'milestone', 'due_date', 'weight', 'description'] }
  ],
  [
    'update_merge_request',
    {
      project: 'acme/web',
      merge_request_iid: 1,
      clear: ['labels', 'assignees', 'reviewers', 'milestone'],
      squash: true,
      remove_source_branch: true
    }
  ],
  ['list_projects', { order_by: 'id', membership: true, owned: false, starred: true, archived: false, visibility: 'private' }],
  ['list_repository_tree', { project: 'acme/web', path: 'src', ref: 'main', recursive: true }],
  [
    'list_commits',
    { project: 'acme/web', ref: 'main', since: '2026-01-01T00:00:00Z', path: 'src', author: 'ada', all: true, with_stats: true }
  ],
  ['get_file_blame', { project: 'acme/web', file_path: 'src/form.js', from_line: 1, to_line: 2 }],
  ['list_pipelines', { project: 'acme/web', status: 'success', ref: 'main', source: 'push', updated_after: '2026-01-01T00:00:00Z' }],
  ['lint_ci_config', { project: 'acme/web' }],
  ['lint_ci_config', { project: 'acme/web', content: 'a: { script: b }', dry_run_pipeline: true }],
  [
    'create_release',
    {
      project: 'acme/sandpit',
      tag: 'v7',
      ref: 'main',
      tag_message: 'm',
      name: 'N',
      milestones: ['Spring release'],
      released_at: '2026-01-01T00:00:00Z'
    }
  ],
  ['search', { everywhere: true, scope: 'issues', search: 'form', state: 'opened' }],
  ['search', { group: 'acme', scope: 'projects', search: 'web' }],
  ['search_code', { project: 'acme/web', search: 'form', ref: 'main' }]
]

t.test('GitLab conforms to its API description', { skip: noDescription }, async t => {
  const description = readDescription()
  ajv.addSchema({ $id: 'gitlab', definitions: rooted(description.definitions) })
  const { operations, call, requests, base } = await openGitlab(t)
  for (const { name, examples } of operations)
    for (const { input, ...example } of examples)
      if ('output' in example) t.ok((await call(name, { ...input })).status < 300, `${name} ${example.name}`)
  for (const [name, input] of FURTHER) t.ok((await call(name, input)).status < 300, `${name} ${JSON.stringify(input)}`)
  const seen = await requests()

  t.test('every request of the client conforms to the API description', async t => {
    t.ok(seen.length > operations.length)
    t.strictSame([...new Set(seen.flatMap(request => judge(description, request)))], [])
  })

  for (const contract of [...EACH_KIND, ...ALIKE])
    t.test(`every request of a job of ${contract.adapter.id} conforms to the API description`, async t => {
      const run = await startRun(t, contract)
      const { adapter, good } = contract
      const plan = await run.prepare(good)
      await run.count(plan)
      const items = await run.list(plan)
      const { results } = await run.execute(items, plan)
      if (adapter.reconcile) await run.reconcile(items, plan)
      const done = results.filter(({ outcome }) => outcome === 'succeeded')
      t.ok(done.length > 0)
      const changed = items.filter(({ id }) => done.some(({ item_id }) => item_id === id))
      if (adapter.undo) await run.undo(changed, plan, done)
      const sent = await run.testSystem.requestLog.requests()
      t.ok(sent.some(({ method }) => method !== 'GET'))
      t.strictSame([...new Set(sent.flatMap(request => judge(description, request)))], [])
    })

  t.test('a request that the vendor does not describe is detected', async t => {
    const request: Received = {
      number: 1,
      method: 'PUT',
      path: `${ROOT}/api/v4/projects/1/issues/1`,
      query: '',
      body: { title: 'x' },
      status: 200,
      done: true,
      fault: false
    }
    t.strictSame(judge(description, request), [])
    t.match(judge(description, { ...request, body: { titel: 'x' } }), [/has no property titel/])
    t.match(judge(description, { ...request, body: { due_date: 7 } }), [/must be string/])
    t.match(judge(description, { ...request, method: 'GET', body: null, query: 'page=1&labls=x' }), [
      /no parameter page/,
      /no parameter labls/
    ])
    t.match(judge(description, { ...request, path: `${ROOT}/api/v4/project/1` }), [/is not described/])
  })

  t.test('the responses of the sandbox conform to the API description', async t => {
    const problems = new Set<string>()
    for (const { path, query } of seen.filter(({ method, status }) => method === 'GET' && status === 200)) {
      const place = path.replace(ROOT, '')
      const schema = describedAs(description, 'GET', place)?.responses['200']?.schema
      const answer = await fetch(`${new URL(base).origin}${path}?${query}`, { headers: { 'private-token': TOKEN } })
      // An operation may have deleted it since.
      if (answer.status !== 200 || !schema || !answer.headers.get('content-type')?.startsWith('application/json')) continue
      const declared = propertiesOf(description, schema)
      for (const name of [await answer.json()].flat().flatMap(thing => Object.keys(thing)))
        if (declared && !(name in declared) && !toldToo(place).includes(name)) problems.add(`${place}: ${name}`)
    }
    t.strictSame([...problems].slice(0, 40), [])
  })
})

const toldToo = (place: string): string[] => TOLD_TOO.filter(([pattern]) => pattern.test(place)).flatMap(([, names]) => names)

/**
 * A property whose type GitLab's code does not state is described as text: only its name can be checked. Lists are described as one of
 * their items.
 */
function propertiesOf(description: Description, schema: object): object | undefined {
  const of = 'items' in schema ? Object(schema.items) : schema
  const name =
    String('$ref' in of ? of.$ref : '')
      .split('/')
      .at(-1) ?? ''
  const found: { properties?: object } = description.definitions[name] ?? {}
  return found.properties
}

import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { childrenOf } from '../sandbox/confluence/state/model.ts'
import { type JsonSchema, toJsonSchema } from '../src/catalog/json-schema.ts'
import { inputOf } from '../src/catalog/reserved-inputs.ts'
import { highestPermission, type Operation } from '../src/contract/operation.ts'
import { loadCatalog } from '../src/systems/load-catalog.ts'
import { MODES, openWiki, pageNamed, type Wiki } from './helpers/confluence.ts'
import { openDesk } from './helpers/filesystem.ts'
import { openGitlab } from './helpers/gitlab.ts'
import { openPostOffice } from './helpers/gmail.ts'
import { openMemory } from './helpers/memory.ts'
import { truncationsInCode } from './helpers/truncations.ts'

const catalog = await loadCatalog()
const operations = catalog.operations.filter(({ kind }) => kind === 'operation')

/** Truncations that no call can continue, by file. */
const ENDS: Readonly<Record<string, string>> = {
  'tools/filesystem/client/files/edit.ts': 'The diff of a write: reading the file shows all of it.',
  'tools/filesystem/client/files/read.ts':
    'The lines at the end of a file over 256 MB have no offset: a larger max_line_length returns more of each, and a search finds the others.',
  'tools/trello/client/cards/search.ts': 'Trello itself returns no more than 10,100 results of a search.'
}

/** Properties that continue a truncation and do not begin with `next_`: the input of another operation, by name. */
const ELSEWHERE: Readonly<Record<string, string>> = { job_id: 'jobs_get_output' }

/** Properties that begin with `next_` and do not continue a response. */
const OTHERS = new Set(['next_attempt_at', 'next_run_at', 'next_sync_token'])

/** Paths of the properties that continue a response, such as `metadata.next_offset`. */
function continuationsOf({ list, output }: Operation): string[] {
  const paths = pathsIn(toJsonSchema(output), '').filter(path => lastOf(path).startsWith('next_') && !OTHERS.has(lastOf(path)))
  return list ? paths.filter(path => path !== 'next_cursor') : paths
}

const lastOf = (path: string): string => path.split('.').at(-1) ?? ''

function pathsIn({ properties = {}, items, anyOf = [] }: JsonSchema, at: string): string[] {
  const inner = Object.entries(properties).flatMap(([name, schema]) => {
    const path = at === '' ? name : `${at}.${name}`
    return [path, ...pathsIn(schema, path)]
  })
  return [...inner, ...(items ? pathsIn(items, `${at}[]`) : []), ...anyOf.flatMap(variant => pathsIn(variant, at))]
}

/** The operations that accept what `path` of this operation continues: itself, or one that it points to. */
function continuing(operation: Operation, path: string): Operation[] {
  const name = lastOf(path).replace('next_', '')
  const all = [operation, ...operation.see_also.map(id => catalog.get(id)).filter(other => other !== undefined)]
  return all.filter(other => Object.keys(inputOf(other).properties).some(input => input === name || input.endsWith(`_${name}`)))
}

t.test('a truncation because of a limit or size names a property of the response that continues it', async t => {
  const found = truncationsInCode()
  t.ok(found.length >= 15, `${found.length} truncations in the code`)
  for (const { file, system, next } of found) {
    if (next.length === 0) t.hasOwnProp(ENDS, file, `${file}: nothing continues it`)
    for (const path of next) {
      const elsewhere = ELSEWHERE[path]
      const own = operations.filter(({ tool }) => tool.name === system)
      const has = own.filter(({ list, output }) => (list && path === 'next_cursor') || pathsIn(toJsonSchema(output), '').includes(path))
      if (elsewhere === undefined) t.ok(has.length > 0, `${file}: an operation of ${system} returns ${path}`)
      else t.ok(catalog.get(elsewhere), `${file}: ${path} is an input of ${elsewhere}`)
    }
  }
  const ends = found.filter(({ next }) => next.length === 0).map(({ file }) => file)
  t.strictSame(ends.toSorted(), Object.keys(ENDS).toSorted(), 'every exception is still needed')
})

const continued = operations.filter(one => highestPermission(one.permission) === 'read' && continuationsOf(one).length > 0)

for (const operation of continued)
  t.test(`${operation.id}: what continues a response is the input of an operation`, async t => {
    for (const path of continuationsOf(operation)) t.ok(continuing(operation, path).length > 0, path)
  })

// biome-ignore lint/suspicious/noExplicitAny: the test knows the shape of the output
type Data = any
type Input = Record<string, unknown>
type Ask = (input: Input) => Promise<{ status: number; data: Data; metadata: Data }>

/** Follows a response to its end: returns the data of each part. Each part that is not the last one is reported as truncated by `next`. */
async function follow(ask: Ask, input: Input, next: string, into = next.replace('next_', '')): Promise<Data[]> {
  const parts: Data[] = []
  for (let more: Input | undefined = {}; more !== undefined && parts.length < 1000; ) {
    const { status, data, metadata } = await ask({ ...input, ...more, max_chars: 10_000_000 })
    if (status !== 200) throw new Error(`${status} at part ${parts.length + 1}`)
    parts.push(data)
    const value: unknown = data[next] ?? undefined
    if (value !== undefined && metadata.truncated?.next !== next) throw new Error(`${next} is not named by ${JSON.stringify(metadata)}`)
    more = value === undefined ? undefined : { [into]: value }
  }
  return parts
}

const LINES = Array.from({ length: 60 }, (_, at) => (at % 7 === 3 ? `“é” \u{1f600} ${at} `.repeat(900) : `line ${at}`))
const FILES = Object.fromEntries(
  Array.from({ length: 90 }, (_, at) => [
    `tree/${'abc'[at % 3]}${at % 3 === 1 ? '-b' : ''}/d${at % 5}/${at % 2 === 1 ? `e${at % 4}/` : ''}f${at}.txt`,
    'x'
  ])
)
const LOG = Array.from({ length: 900 }, (_, at) => `“é” \u{1f600} line ${at}\n`).join('')

const desk = await openDesk(t, { 'wide.txt': LINES.join('\n'), ...FILES })
const gitlab = await openGitlab(t)
const office = await openPostOffice(t)
const memory = await openMemory(t)
for (let number = 1; number <= 30; number++)
  await memory.call('add_link', { from: number <= 10 ? 'Hub' : `Spoke ${number % 10}`, relation: 'next to', to: `Spoke ${number}` })
const wikis = await Promise.all(MODES.map(async mode => await openWiki(t, { mode })))

/** A page with 1,100 pages below it on two levels. */
function addPages({ site }: Wiki): void {
  const parent = pageNamed({ site }, 'Alpha')
  for (let number = 1; number <= 1_100; number++) {
    const id = String(900_000 + number)
    const parentId = number <= 30 ? parent.id : String(900_000 + (number % 30) + 1)
    const versions = parent.versions.map(version => ({ ...version, title: `Page ${number}` }))
    site.pages.set(id, { ...parent, id, parentId, versions, position: number })
  }
}

/** IDs and depths of a tree, in its order. */
const expectedTree = (wiki: Wiki, ids: readonly string[], deepest: number, depth = 0): string[] =>
  depth > deepest
    ? []
    : ids.flatMap(id => {
        const below = childrenOf(wiki.site, id).map(page => page.id)
        return [`${id} ${depth}`, ...expectedTree(wiki, below, deepest, depth + 1)]
      })

/** Reads the lines of a file, and each long line to its end. */
async function readLines(input: Input): Promise<string[]> {
  const ask: Ask = more => desk.call('read_file', { file_path: 'wide.txt', max_chars: 10_000_000, ...more })
  const { data, metadata } = await ask(input)
  const lines: string[] = data.content.split('\n').map((line: string) => line.replace(/^\d+\t/, ''))
  for (const { offset, next_line_offset } of data.metadata.long_lines ?? []) {
    t.match(metadata.truncated, { reason: 'limit', next: 'metadata.long_lines[].next_line_offset', hint: /line_offset \d+/ })
    const rest = await readLines({ ...input, offset, limit: 1, line_offset: next_line_offset })
    lines[offset - data.metadata.offset] = `${lines[offset - data.metadata.offset]?.slice(0, -3)}${rest[0]}`
  }
  return lines
}

/** Follows the responses of an operation; returns what the parts are together, and what they should be. */
const FOLLOWED: Readonly<Record<string, () => Promise<[parts: unknown, whole: unknown]>>> = {
  filesystem_read_file: async () => [
    [await readLines({}), await readLines({ max_line_length: 5_000 })],
    [LINES, LINES]
  ],
  filesystem_directory_tree: async () => {
    const ask: Ask = input => desk.call('directory_tree', { path: 'tree', depth: 4, ...input })
    const parts = await follow(ask, { max_entries: 7 }, 'next_entries_cursor')
    const known = (entries: Data[]): unknown[] =>
      entries.map(({ children: _, ...entry }) => entry).toSorted((a, b) => (a.path < b.path ? -1 : 1))
    return [known(parts.flatMap(({ entries }) => entries)), known((await ask({ max_entries: 10_000 })).data.entries)]
  },
  gitlab_get_snippet: async () => {
    const [snippet] = gitlab.state.projects.find(({ path }) => path === 'acme/web')?.snippets ?? []
    snippet?.files.set('query.sql', LOG.repeat(100))
    const parts = await follow(input => gitlab.call('get_snippet', { project: 'acme/web', snippet_id: 10001, ...input }), {}, 'next_offset')
    return [
      [parts.length, parts.map(({ content }) => content).join('')],
      [3, LOG.repeat(100)]
    ]
  },
  gitlab_get_job_log: async () => {
    const jobs = gitlab.state.projects.flatMap(({ pipelines }) => pipelines).flatMap(({ jobs }) => jobs)
    for (const job of jobs) if (job.id === 1012) job.log = Buffer.from(LOG)
    const ask: Ask = input => gitlab.call('get_job_log', { project: 'acme/web', job_id: 1012, max_bytes: 5_001, ...input })
    const textOf = (parts: Data[]): string => parts.map(({ text }) => text).join('')
    return [
      [
        textOf(await follow(ask, { offset: 0 }, 'next_offset')),
        textOf((await follow(ask, {}, 'next_end')).toReversed()),
        textOf((await follow(ask, { tail_lines: 70 }, 'next_end')).toReversed())
      ],
      [LOG, LOG, LOG]
    ]
  },
  gmail_get_thread: async () => {
    const ask: Ask = input => office.call('get_thread', { thread_id: '19b00000014c014c', ...input })
    const parts = await follow(ask, { max_messages: 1 }, 'next_messages_cursor')
    return [parts.toReversed().flatMap(({ messages }) => messages), (await ask({})).data.messages]
  },
  gmail_get_message: async () => {
    const ask: Ask = input => office.call('get_message', { message_id: '19b00000014f014f', ...input })
    const parts = await follow(ask, { max_body_chars: 10 }, 'next_body_offset')
    return [parts.map(({ body }) => body).join(''), (await ask({})).data.body]
  },
  gmail_get_messages: async () => {
    const ids = ['19b00000014f014f', '19b00000014c014c']
    const first = await office.call('get_messages', { message_ids: ids, max_body_chars: 10 })
    t.match(first.metadata.truncated, { next: 'messages[].next_body_offset' })
    const whole = await office.call('get_messages', { message_ids: ids })
    const bodies: string[] = []
    for (const { id, body, next_body_offset: body_offset } of first.data.messages)
      bodies.push(body + (await office.call('get_message', { message_id: id, body_offset })).data.body)
    return [bodies, whole.data.messages.map(({ body }: Data) => body)]
  },
  gmail_get_draft: async () => {
    const ask: Ask = input => office.call('get_draft', { draft_id: 'r19b0000001500150', ...input })
    const parts = await follow(ask, { max_body_chars: 10 }, 'next_body_offset')
    return [parts.map(({ body }) => body).join(''), (await ask({})).data.body]
  },
  gmail_get_threads: async () => {
    const ids = ['19b00000014c014c', '19b00000014b014b']
    const first = await office.call('get_threads', { thread_ids: ids, max_messages: 1, max_body_chars: 10 })
    t.match(first.metadata.truncated, { next: /^threads\[\]\./ })
    const found: string[][] = []
    for (const { id, messages, next_messages_cursor: messages_cursor } of first.data.threads) {
      const older = messages_cursor === undefined ? [] : (await office.call('get_thread', { thread_id: id, messages_cursor })).data.messages
      const bodies = older.map(({ body }: Data) => body)
      for (const { id, body, next_body_offset: body_offset } of messages)
        bodies.push(body + (await office.call('get_message', { message_id: id, body_offset })).data.body)
      found.push(bodies)
    }
    const whole = (await office.call('get_threads', { thread_ids: ids, max_messages: 100 })).data.threads
    return [found, whole.map(({ messages }: Data) => messages.map(({ body }: Data) => body))]
  },
  confluence_get_page: async () => {
    const [parts, wholes]: [string[], string[]] = [[], []]
    for (const wiki of wikis) {
      const ask: Ask = ({ max_chars = 500, ...input }) =>
        wiki.call('get_page', { page_id: pageNamed(wiki, 'Release plan').id, max_chars: Math.min(Number(max_chars), 500), ...input })
      const found = await follow(ask, {}, 'next_body_offset')
      parts.push(found.map(({ body }) => body.storage.value).join(''))
      wholes.push(
        (await wiki.call('get_page', { page_id: pageNamed(wiki, 'Release plan').id, max_chars: 1_000_000 })).data.body.storage.value
      )
    }
    return [parts, wholes]
  },
  confluence_get_page_tree: async () => {
    const [found, expected]: [string[][], string[][]] = [[], []]
    for (const wiki of wikis) {
      addPages(wiki)
      const id = pageNamed(wiki, 'Alpha').id
      const roots = [...wiki.site.pages.values()].filter(
        page => page.parentId === null && page.space.key === 'PLAY' && page.status === 'current' && page.type === 'page'
      )
      const inOrder = roots.toSorted((a, b) => a.position - b.position).map(page => page.id)
      for (const [input, ids, depth] of [
        [{ page_id: id, depth: 3 }, [id], 3],
        [{ space_key: 'PLAY', depth: 4 }, inOrder, 4]
      ] as const) {
        const parts = await follow(more => wiki.call('get_page_tree', { ...input, ...more }), {}, 'next_nodes_cursor')
        found.push(parts.flatMap(({ nodes }) => nodes.map(({ id, depth }: Data) => `${id} ${depth}`)))
        expected.push(expectedTree(wiki, ids, depth))
      }
    }
    return [found, expected]
  },
  memory_get_object: async () => {
    const parts = await follow(input => memory.call('get_object', { name: 'Hub', ...input }), { links_limit: 3 }, 'next_links_cursor')
    return [parts.flatMap(({ outgoing }) => outgoing), (await memory.call('get_object', { name: 'Hub' })).data.outgoing]
  },
  memory_get_neighbourhood: async () => {
    const [found, whole]: [unknown[], unknown[]] = [[], []]
    for (const budget of [1, 7]) {
      const ask: Ask = input => memory.call('get_neighbourhood', { name: 'Hub', depth: 3, ...input })
      const parts = await follow(ask, { budget }, 'next_links_cursor')
      const { objects, links } = (await ask({ budget: 500 })).data
      found.push(
        parts.flatMap(({ objects }) => objects),
        parts.flatMap(({ links }) => links)
      )
      whole.push(objects, links)
    }
    return [found, whole]
  }
}

/** Operations that another test follows: the file, and a part of its text. */
const FOLLOWED_IN: Readonly<Record<string, readonly [file: string, text: string]>> = {
  gcloud_help: ['soak/gcloud.test.ts', 'next_line'],
  web_read_url: ['tools/web/pages.test.ts', 'offset = data.next_offset'],
  web_read_urls: ['tools/web/reading.test.ts', 'next_offset'],
  web_search: ['tools/web/search.test.ts', 'next_page: 2']
}

/** Operations that have such a property in a shared schema and never set it. */
const NEVER_TRUNCATED: Readonly<Record<string, string>> = { confluence_list_pages: 'Its bodies are whole.' }

for (const { id } of continued.filter(({ id }) => !Object.hasOwn(NEVER_TRUNCATED, id)))
  t.test(`${id}: the parts of a truncated response are the whole`, async t => {
    const [file, text = ''] = FOLLOWED_IN[id] ?? []
    const followed = FOLLOWED[id]
    if (file !== undefined) t.ok(readFileSync(path.join(import.meta.dirname, file), 'utf8').includes(text), `${file} follows ${id}`)
    else if (!followed) t.fail(`no test follows ${id} to its end`)
    else {
      const [parts, whole] = await followed()
      t.strictSame(parts, whole)
    }
  })

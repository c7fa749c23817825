import { randomInt } from 'node:crypto'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import type { FaultResponse } from '../../sandbox/control/faults.ts'
import type { Received } from '../../sandbox/control/requests.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { startApp, temporaryFolder } from './app.ts'
import { controlOf, type SandboxControl } from './sandbox-control.ts'

type Input = Record<string, unknown>

/** A write that a model wants to execute exactly once. */
interface Task {
  operation: string
  input: (mark: string) => Input
  /** The path of the request that executes it. */
  path: string
  /** The reads that the model can call: their text contains the mark if the write was executed. */
  checks: Record<string, (mark: string) => Input>
}

const CARD = '697a6ac05eed000000000234'
const PAGE = '65540'
const ISSUE = { project: 'acme/playground', issue_iid: 1 }
const LETTER = { to: ['ann@example.com'], text: 'Hello' }

/** By system: ten writes, none of which may be sent twice without a check. */
const TASKS: Record<string, readonly Task[]> = {
  gitlab: [
    {
      operation: 'gitlab_create_issue',
      input: mark => ({ project: 'acme/playground', title: mark }),
      path: '/issues$',
      checks: { gitlab_list_issues: mark => ({ project: 'acme/playground', search: mark }) }
    },
    {
      operation: 'gitlab_add_issue_comment',
      input: mark => ({ ...ISSUE, body: mark }),
      path: '/notes$',
      checks: { gitlab_list_issue_comments: () => ({ ...ISSUE, limit: 100 }) }
    },
    {
      operation: 'gitlab_create_file',
      input: mark => ({ project: 'acme/playground', file_path: `${mark}.md`, branch: 'main', commit_message: 'Add', content: mark }),
      path: '/repository/(files/[^/]+|commits)$',
      checks: { gitlab_get_file: mark => ({ project: 'acme/playground', file_path: `${mark}.md` }) }
    }
  ],
  confluence: [
    {
      operation: 'confluence_create_page',
      input: mark => ({ title: mark, space_key: 'PLAY', content: '<p>Hello</p>' }),
      path: '/(pages|content)$',
      checks: { confluence_get_page: mark => ({ page_title: mark, space_key: 'PLAY', no_cache: true }) }
    },
    {
      operation: 'confluence_add_comment',
      input: mark => ({ page_id: PAGE, content: `<p>${mark}</p>` }),
      path: '/(footer-comments|content)$',
      checks: { confluence_list_comments: () => ({ page_id: PAGE, limit: 100 }) }
    }
  ],
  trello: [
    {
      operation: 'trello_create_card',
      input: mark => ({ board: 'Playground', list: 'To do', name: mark }),
      path: '/cards(\\?|$)',
      checks: { trello_list_cards: mark => ({ board: 'Playground', name_contains: mark }) }
    },
    {
      operation: 'trello_add_comment',
      input: mark => ({ card_id: CARD, text: mark }),
      path: '/actions/comments(\\?|$)',
      checks: { trello_list_comments: () => ({ card_id: CARD, limit: 100 }) }
    }
  ],
  gmail: [
    {
      operation: 'gmail_send_message',
      input: mark => ({ ...LETTER, subject: mark }),
      path: '/messages/send(\\?|$)',
      checks: { gmail_search_messages: mark => ({ subject: mark }) }
    },
    {
      operation: 'gmail_create_draft',
      input: mark => ({ ...LETTER, subject: mark }),
      path: '/drafts(\\?|$)',
      checks: { gmail_list_drafts: () => ({ limit: 100 }) }
    }
  ],
  calendar: [
    {
      operation: 'calendar_create_event',
      input: mark => ({ calendar: 'Playground', summary: mark, start: '2027-03-03T19:00:00Z', end: '2027-03-03T20:00:00Z' }),
      path: '/events(\\?|$)',
      checks: { calendar_list_events: mark => ({ calendar: 'Playground', query: mark }) }
    }
  ]
}

const FAULTS: readonly FaultResponse[] = [
  { status: 429, body: {}, headers: { 'retry-after': '1' } },
  { status: 500, body: {} },
  { status: 500, body: {}, after: true },
  { status: 503, body: {} },
  { status: 503, body: {}, after: true },
  { cut: true },
  { cut: true, after: true }
]

/** The faults of one write. */
const rounds = fc.record({
  system: fc.constantFrom(...Object.entries(TASKS).flatMap(([system, tasks]) => tasks.map(() => system))),
  task: fc.nat(),
  answer: fc.constantFrom(...FAULTS),
  /** Number of write requests that fail. */
  times: fc.constantFrom(1, 1, 1, 2, 3),
  /** Faults of reads, including those of the check. */
  reads: fc.option(fc.constantFrom(...FAULTS.filter(({ after }) => !after)), { freq: 3 })
})
type Round = typeof rounds extends fc.Arbitrary<infer Value> ? Value : never

/** How a model ended a task: it saw that the write was executed, or cannot know. */
type End = 'done' | 'gave up'

const NONE = { rounds: 0, faults: 0, calls: 0, checks: 0, gave_up: 0 }
type Figures = typeof NONE

/** After this many tasks per server lists get long, so a new server starts. */
const ROUNDS_PER_SERVER = 25
const MAX_CALLS = 8
const MAX_READS = 4

/**
 * Makes this many writes fail at random, and asserts that a model which follows only the texts executes each once. FAILURES_SEED repeats
 * a run.
 */
export async function followFailures(t: Test, faults: number): Promise<void> {
  const seed = Number(process.env['FAILURES_SEED'] ?? randomInt(2 ** 31))
  const { figures, problems } = await readFailures(t, seed, faults)
  t.comment(`FAILURES_SEED=${seed}: ${JSON.stringify(figures)}`)
  t.equal(figures.rounds, faults, 'every write was tried')
  t.ok(figures.faults >= faults, 'every one of them met a fault')
  t.same(problems, [], `FAILURES_SEED=${seed}`)
}

/**
 * Lets a model that knows only the texts of failures execute this many writes. Returns what it did, and the errors according to the
 * servers' request logs.
 */
async function readFailures(t: Test, seed: number, faults: number): Promise<{ figures: Figures; problems: string[] }> {
  const figures = { ...NONE }
  const problems: string[] = []
  const drawn = fc.sample(rounds, { seed, numRuns: faults })
  await Promise.all(
    Object.keys(TASKS).map(async system => {
      const own = drawn.filter(round => round.system === system)
      for (let first = 0; first < own.length; first += ROUNDS_PER_SERVER)
        await atServer(t, system, async (app, control) => {
          for (const [index, round] of own.slice(first, first + ROUNDS_PER_SERVER).entries())
            problems.push(...(await play(app, control, round, `mark${first + index}x`, figures)))
        })
    })
  )
  return { figures, problems }
}

/** A gateway for the system with its own sandbox server. Both end afterwards. */
async function atServer(t: Test, system: string, use: (app: FastifyInstance, control: SandboxControl) => Promise<void>): Promise<void> {
  const { default: sandbox }: { default: Sandbox } = await import(path.resolve(`sandbox/${system}/sandbox.ts`))
  const { settings, close } = await sandbox.start({ dataDirectory: await temporaryFolder(t) })
  const { app } = await startApp(t, { system, sandbox: { [system]: { ...settings, max_retries: 0 } } })
  await use(app, controlOf(String(settings['url'])))
  await app.close()
  await close?.()
}

/** Runs one task and returns its error. */
async function play(app: FastifyInstance, control: SandboxControl, round: Round, mark: string, figures: Figures): Promise<string[]> {
  const tasks = TASKS[round.system] ?? []
  const task = tasks[round.task % tasks.length]
  if (!task) throw new Error(`${round.system} has no task`)
  await control.clear()
  await control.failNext({ method: 'POST', path: task.path }, round.answer, round.times)
  if (round.reads) await control.failNext({ method: 'GET' }, round.reads)
  const problems: string[] = []
  const writes = async (): Promise<Received[]> => (await control.requests()).filter(one => isWrite(task, one))
  const executed = async (): Promise<number> => (await writes()).filter(({ done }) => done).length
  const label = `${task.operation} (${mark}), ${JSON.stringify(round.answer)} ${round.times} times`
  let last = ''

  const follow = async (): Promise<End> => {
    for (let call = 1; call <= MAX_CALLS; call++) {
      figures.calls++
      const before = await executed()
      const { failed, text } = await textOf(app, task.operation, { ...task.input(mark), confirm: true })
      last = text
      if (!failed) return 'done'
      const now = (await executed()) - before
      if (text.startsWith('Executed. ')) {
        if (now === 0) problems.push(`${label}: not executed, though its text says so: ${text}`)
        return 'done'
      }
      if (text.startsWith('Not executed. ')) {
        if (now > 0) problems.push(`${label}: executed, though its text denies it: ${text}`)
        if (!SEND_AGAIN.test(text)) return 'gave up'
        await sleep(waitIn(text))
      } else if (text.startsWith('May have been executed. ')) {
        if (!text.includes('Send the same call again')) {
          const found = await looksFor(app, task, mark, text, figures)
          if (found === undefined) return 'gave up'
          if (found) return 'done'
        }
      } else {
        problems.push(`${label}: the text does not begin with what happened: ${text}`)
        return 'gave up'
      }
    }
    return 'gave up'
  }

  const end = await follow()
  const received = await control.requests()
  const times = await executed()
  figures.rounds++
  figures.faults += received.filter(({ fault }) => fault).length
  if (times > 1) problems.push(`${label}: executed ${times} times`)
  if (end === 'done' && times === 0) problems.push(`${label}: never executed, though the model takes it as done: ${last}`)
  if (end === 'gave up') {
    figures.gave_up++
    if (!isUnknowable((await writes()).at(-1))) problems.push(`${label}: given up, though the outcome was known: ${last}`)
  }
  return problems
}

const isWrite = (task: Task, { method, path }: Received): boolean => method === 'POST' && new RegExp(task.path).test(path)

/** No response, or one that does not reveal what the server did. */
const isUnknowable = (write: Received | undefined): boolean => write !== undefined && (write.status === null || write.status >= 500)

/** Calls the reads that the text names, and returns whether the mark is present; undefined if none of them is known or could be read. */
async function looksFor(
  app: FastifyInstance,
  { checks }: Task,
  mark: string,
  text: string,
  figures: Figures
): Promise<boolean | undefined> {
  const [, named = ''] = /First check whether it was executed, for example with ([a-z_ ]+)\./.exec(text) ?? []
  for (const name of named.split(' or ')) {
    const input = checks[name]?.(mark)
    for (let tries = 0; input && tries < MAX_READS; tries++) {
      figures.checks++
      const result = await textOf(app, name, input)
      if (!result.failed && result.text.includes(mark)) return true
      if (!result.failed) return result.text.includes('This response is truncated') ? undefined : false
      if (result.text.startsWith('**NOT_FOUND_ERROR**')) return false
      if (!SEND_AGAIN.test(result.text)) break
      await sleep(waitIn(result.text))
    }
  }
  return undefined
}

/** The line of a failure that suggests sending a call again that executed nothing. */
const SEND_AGAIN = /^> Send the call again(?: after (\d+) s)?\.$/m

/** The wait that a text requests, in milliseconds. */
const waitIn = (text: string): number => Number(SEND_AGAIN.exec(text)?.[1] ?? 0) * 1000

/** The text of a call that a model reads. */
async function textOf(app: FastifyInstance, name: string, input: Input): Promise<{ failed: boolean; text: string }> {
  const response = await app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }
  })
  const message = JSON.parse(response.body.startsWith('{') ? response.body : (/^data: (.*)$/m.exec(response.body)?.[1] ?? '{}'))
  return { failed: message.result.isError === true, text: String(message.result.content[0].text) }
}

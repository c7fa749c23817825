import { hash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import { EXHAUSTIVE } from '../../helpers/exhaustive.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { installCheckers } from '../install.ts'
import { type Answer, type Described, readDocument } from '../oracle.ts'
import { type Case, caseOf, makePlans } from './cases.ts'
import { createMemory } from './memory.ts'
import { shortened } from './shortened.ts'

const SEED = 20_260_101
/** Calls of each operation in a round. FUZZ_CALLS: more, to search longer. */
const CALLS = Number(process.env['FUZZ_CALLS'] ?? (EXHAUSTIVE ? 100 : 30))
/** An operation that has not succeeded is called for this many rounds. */
const ROUNDS = Math.ceil(400 / CALLS)
const CALLS_OF_PROCESSES = 20
const AT_ONCE = 8
/** They stream as long as a job exists. */
const ENDLESS = ['jobs_stream_events']
const MOMENT_MS = 200
const STARTS_A_PROCESS = /^gcloud_|_execute_command$/

/** They need a job that runs, failed in part or can be undone; the jobs created here do not. */
const ON_OTHER_JOBS = ['jobs_pause', 'jobs_resume', 'jobs_retry', 'jobs_reconcile', 'jobs_undo']

export interface Fuzz {
  /** Systems whose operations are called; `toolgate`: the gateway's own routes. */
  systems: readonly string[]
  /** Settings with which the gateway connects to their sandbox servers, by system. */
  sandboxes?: Record<string, Record<string, unknown>>
  /** Further settings of the gateway. */
  environment?: Record<string, string>
  /** Further values worth trying for a property of this name. */
  recall?: (name: string) => readonly unknown[]
  /** Operations that can never succeed on these sandbox servers. */
  impossible?: readonly string[]
  /** Runs before each operation. */
  prepare?: (turn: { operation: string; root: string; send: (place: string, init: Case['init']) => Promise<Answer> }) => Promise<void>
}

/**
 * Calls each operation many times with valid, nearly valid and invalid input: nothing makes the gateway fail or return a
 * response that its document does not describe.
 */
export async function fuzz(
  t: Test,
  { systems, sandboxes = {}, environment = {}, recall = () => [], impossible = [], prepare }: Fuzz
): Promise<void> {
  await installCheckers()
  const generate = await generator()
  const plans = Array.from({ length: ROUNDS }, (_, round) => makePlans(CALLS, SEED + round))
  const folder = await mkdtemp(path.join(tmpdir(), 'toolgate-fuzz-'))
  // Not a testdir, which is removed before the gateway is closed, while jobs still write into it.
  t.teardown(() => rm(folder, { recursive: true }))
  const root = path.join(folder, 'root')
  mkdirSync(root)
  const log: Record<string, unknown>[] = []
  const dataDirectory = path.join(folder, 'data')
  const { url } = await startGateway(t, { roots: root, dataDirectory, sandboxes, environment, onLog: line => void log.push(line) })
  const { operations: all, judge } = await readDocument(await (await fetch(`${url}/openapi.json`)).json())
  const operations = all.filter(({ id }) => systems.includes(id.split('_')[0] ?? ''))
  const memory = createMemory(operations)
  const isNew = makeNovelty()
  const findings = new Map<string, string>()
  const seen = new Map<string, number>()
  const succeeded = ({ id }: Described): boolean =>
    [...ON_OTHER_JOBS, ...impossible].includes(id) || [...seen.keys()].some(status => status.startsWith(`${id} 2`))

  async function attempt(operation: Described, { url: place, init }: Case): Promise<void> {
    const answer = await send(`${url}${place}`, init, ENDLESS.includes(operation.id))
    const streamed = answer.headers.get('content-type') === 'text/event-stream'
    const status = `${operation.id} ${streamed ? 'stream' : answer.status}`
    seen.set(status, (seen.get(status) ?? 0) + 1)
    if (!isNew(operation, answer)) return
    memory.learn(answer)
    for (const problem of judge(operation, answer)) {
      if (isCompact.test(`${place} ${init.body}`) && problem.includes('must have required property')) continue
      const what = `${operation.id}: ${problem}`
      if (!findings.has(what))
        findings.set(what, JSON.stringify({ place: place.slice(0, 300), ...init, body: String(init.body).slice(0, 500) }))
    }
  }

  for (const operation of operations) {
    const learnt = async (place: string, init: Case['init']): Promise<Answer> => {
      const answer = await send(`${url}${place}`, init)
      memory.learn(answer)
      return answer
    }
    await prepare?.({ operation: operation.id, root, send: learnt })
    const values = (name: string): readonly unknown[] => [...recall(name), ...memory.recall(operation.id, name)]
    const count = STARTS_A_PROCESS.test(operation.id) ? CALLS_OF_PROCESSES : CALLS
    for (const [round, all] of plans.entries()) {
      if (round > 0 && succeeded(operation)) break
      const cases = all.slice(0, count).map(plan => () => attempt(operation, caseOf(operation, plan, generate, values)))
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (let next = cases.pop(); next; next = cases.pop()) await next()
        })
      )
    }
  }

  t.comment([...seen].map(([status, count]) => `${status}: ${count}`).join(', '))
  t.strictSame([...findings].slice(0, 20), [])
  t.strictSame(
    log.filter(({ level }) => Number(level) >= 50),
    [],
    'nothing is logged as an error'
  )
  t.ok(operations.length > 0)
  t.strictSame(
    operations.filter(operation => !succeeded(operation)).map(({ id }) => id),
    [],
    'each also succeeded at least once'
  )
}

/** A call that omits nulls gets a response without properties that the schema requires. */
const isCompact = /[?&]compact=true|"compact":true/i

/** Whether no earlier response was the same. Documents of several megabytes repeat: they contain no request ID, and are not checked again. */
function makeNovelty(): (operation: Described, answer: Answer) => boolean {
  const known = new Set<string>()
  return ({ id }, { status, headers, text }) => {
    const key = hash('sha256', `${id} ${status} ${headers.get('content-type')} ${text}`)
    const isNew = !known.has(key)
    known.add(key)
    return isNew
  }
}

/** Lists are kept short: ten thousand items reveal no more than four do, and take a second to create. */
async function generator(): Promise<(schema: object, options: { seed: number }) => unknown> {
  const { generateSync } = await import('json-schema-faker')
  return (schema, { seed }) => generateSync(shortened(schema), { seed, maxItems: 4, maxLength: 200, optionalsProbability: 0.4 })
}

async function send(url: string, init: Case['init'], endless = false): Promise<Answer> {
  const response = await fetch(url, { ...init, redirect: 'manual' })
  const streams = endless && response.headers.get('content-type')?.startsWith('text/event-stream')
  return { status: response.status, headers: response.headers, text: streams ? await beginning(response) : await response.text() }
}

/** The start of a response, within a moment, without the part that is cut off. */
async function beginning(response: Response): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const over = sleep(MOMENT_MS, { done: true, value: undefined })
  let text = ''
  for (let part = await reader?.read(); part && !part.done; part = await Promise.race([reader?.read(), over])) text += part.value
  await reader?.cancel()
  return text.slice(0, text.lastIndexOf('\n\n') + 2)
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Test } from 'tap'
import type { JobsService } from '../../src/bulk/jobs.ts'
import commentCards from '../../src/tools/trello/bulk/comment-cards.ts'
import { below, numberOrNull, text } from '../../src/tools/trello/client/row.ts'
import { alice, startBulk, until } from './bulk.ts'
import { confirm } from './bulk-crash.ts'
import { controlOf } from './stand-in.ts'
import { PLAYGROUND } from './trello-bulk.ts'
import { clientAt } from './trello-client.ts'

const { signal } = new AbortController()

/** What Trello takes for a comment, so that a kill falls into some. */
const SLOW_MS = 25
const PATIENCE_MS = 120_000

/**
 * Workers that comment on cards are killed: no card has two comments, none is said to have one that it has not, and of those that are unknown
 * a look at the stand-in finds out the truth.
 */
export async function killCommenters(t: Test, { cards, kills }: { cards: number; kills: number }): Promise<void> {
  const [, address] = await start(t, 'trello-stand-in.ts', String(cards))
  const client = await clientAt(address)
  await controlOf(address).failNext({ method: 'POST' }, { delay_ms: SLOW_MS }, cards)
  const { jobs, redis, request, startWorker } = await startBulk(t, [commentCards], { worker: false, client })
  const lister = startWorker()
  const input = { board: 'Playground', list: 'Crowd', status: 'open', text: 'Still wanted?' }
  const { id } = await jobs.create(request(commentCards, { input }))
  await until(jobs, id, ['awaiting_confirmation'])
  await lister.close()

  let [worker] = await start(t, 'trello-worker.ts', redis.url, address)
  await confirm({ jobs, id })
  for (let kill = 1; kill <= kills; kill++) {
    await until(jobs, id, ({ progress }) => progress.done >= (cards * kill) / (kills + 1), alice, PATIENCE_MS)
    worker.kill('SIGKILL')
    await once(worker, 'exit')
    ;[worker] = await start(t, 'trello-worker.ts', redis.url, address)
  }
  const { progress } = await until(jobs, id, ['completed'], alice, PATIENCE_MS)
  const comments = await commentsAt(client)
  const most = (commentCards.concurrency + 1) * kills
  t.equal(comments.size, cards)
  t.same(
    [...comments].filter(([, many]) => many > 1),
    [],
    'no card has two comments'
  )
  t.equal(progress.succeeded + progress.unknown, cards, 'every card is accounted for')
  t.ok(progress.unknown <= most, `no more is unknown than was under way: ${progress.unknown} of at most ${most}`)
  const said = await outcomesOf(jobs, id)
  t.same(wrong(said, comments, 'succeeded', 1), [], 'what is said to be done is done')
  t.comment(`${cards} cards, ${kills} kills: ${progress.unknown} unknown`)
  if (progress.unknown > 0) await reconciled(t, jobs, id, comments)
  worker.kill('SIGKILL')
}

async function reconciled(t: Test, jobs: JobsService, id: string, comments: Map<string, number>): Promise<void> {
  const { job } = await jobs.reconcile(alice, id, signal)
  await until(jobs, job.id, ['completed'])
  const said = await outcomesOf(jobs, id)
  t.equal([...said.values()].filter(outcome => outcome === 'unknown').length, 0, 'a look finds out about all of them')
  t.same(wrong(said, comments, 'succeeded', 1), [], 'what was found to be done is done')
  t.same(wrong(said, comments, 'not_attempted', 0), [], 'what was found not to be done is not')
}

/** Cards of an outcome that have another number of comments. */
const wrong = (said: Map<string, string>, comments: Map<string, number>, outcome: string, many: number): string[] =>
  [...said].flatMap(([card, is]) => (is === outcome && comments.get(card) !== many ? [card] : []))

async function outcomesOf(jobs: JobsService, id: string): Promise<Map<string, string>> {
  const { items } = await jobs.items(alice, id, { limit: 1_000 })
  return new Map(items.map(({ item_id, outcome }) => [item_id, outcome ?? 'none']))
}

async function commentsAt(client: Awaited<ReturnType<typeof clientAt>>): Promise<Map<string, number>> {
  const turn = { signal, observe: () => undefined }
  const rows = await client.rows({ path: `boards/${PLAYGROUND.id}/cards`, query: { fields: 'name,badges', limit: 1_000 } }, turn)
  const crowd = rows.filter(row => text(row, 'name').startsWith('Card '))
  return new Map(crowd.map(row => [text(row, 'id'), numberOrNull(below(row, 'badges'), 'comments') ?? 0]))
}

/** A program of this folder in a process of its own, and the first line that it prints. */
async function start(t: Test, program: string, ...words: string[]): Promise<[ChildProcess, string]> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, program), ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  return [child, String(line).trim()]
}

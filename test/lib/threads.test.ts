import path from 'node:path'
import t from 'tap'
import { CannotBeDone } from '../../src/lib/threads/failures.ts'
import { createThreads } from '../../src/lib/threads/threads.ts'
import type { OddTask } from '../helpers/odd-tasks.ts'

const MODULE = path.join(import.meta.dirname, '../helpers/odd-tasks.ts')
const NEVER = AbortSignal.timeout(120_000)

/** One thread for each caller. */
function open() {
  const threads = createThreads<OddTask>({ module: MODULE, name: 'odd tasks', longest_ms: 60_000, most_memory_mb: 128 }, 2)
  return (task: OddTask, signal = NEVER): Promise<unknown> => threads.use('alice', signal, thread => thread.run(task, signal))
}

for (const [what, task, problem] of [
  ['ends by itself', 'exit', /The thread of the odd tasks ended/],
  ['fails where nobody waits for it', 'throw outside', /thrown by nobody/],
  ['answers what cannot be handed over', 'tell a function', /could not be cloned/],
  ['says that a task cannot be done', 'fail', /^it is too odd$/],
  ['has a defect', 'break', /^TypeError: a defect\n +at .*odd-tasks\.ts/]
] as const)
  t.test(`a thread that ${what} is told to who waits, and the next task is done`, async t => {
    const run = open()
    await t.rejects(run(task), { message: problem })
    t.equal(await run('echo'), 'echo')
  })

t.test('what a task says of itself is told apart from a defect, and from a thread that failed', async t => {
  const tasks = ['fail', 'break', 'exit'] as const
  const problems = await Promise.all(tasks.map(task => open()(task).catch(error => error instanceof CannotBeDone)))
  t.strictSame(problems, [true, false, false])
})

t.test('a task that cannot be handed over fails alone', async t => {
  const run = open()
  await t.rejects(
    run(() => undefined),
    { name: 'DataCloneError' }
  )
  t.equal(await run('echo'), 'echo')
})

t.test('a task that nobody wants any more ends its thread, and the next one waits for no part of it', async t => {
  const run = open()
  const leaving = new AbortController()
  const begun = new Int32Array(new SharedArrayBuffer(4))
  const left = run({ begun }, leaving.signal)
  const next = run('echo')
  await Atomics.waitAsync(begun, 0, 0).value
  leaving.abort(new Error('gone'))
  await t.rejects(left, { message: 'gone' })
  t.equal(await next, 'echo')
})

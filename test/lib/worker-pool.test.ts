import path from 'node:path'
import t from 'tap'
import { TaskError, TaskLimitError } from '../../src/lib/threads/errors.ts'
import { createWorkerPool } from '../../src/lib/threads/worker-pool.ts'
import type { OddTask } from '../helpers/worker-tasks.ts'

const MODULE = path.join(import.meta.dirname, '../helpers/worker-tasks.ts')
const NEVER = AbortSignal.timeout(120_000)

/** One thread for each caller. */
function open() {
  const threads = createWorkerPool<OddTask>({ module: MODULE, name: 'odd tasks', timeout_ms: 60_000, max_memory_mb: 128 }, 2)
  return (task: OddTask, signal = NEVER): Promise<unknown> => threads.use('alice', signal, thread => thread.run(task, signal))
}

for (const [what, task, problem] of [
  ['ends by itself', 'exit', /The thread of the odd tasks ended/],
  ['fails while no one waits for it', 'throw outside', /thrown by nobody/],
  ['returns something that cannot be cloned', 'tell a function', /could not be cloned/],
  ['reports that a task cannot be done', 'fail', /^it is too odd$/],
  ['has a defect', 'break', /^TypeError: a defect\n +at .*worker-tasks\.ts/]
] as const)
  t.test(`a thread that ${what} is reported to the caller, and the next task runs`, async t => {
    const run = open()
    await t.rejects(run(task), { message: problem })
    t.equal(await run('echo'), 'echo')
  })

t.test('a task that cannot be done, a defect, and a failed thread are distinguished', async t => {
  const tasks = ['fail', 'break', 'exit'] as const
  const problems = await Promise.all(tasks.map(task => open()(task).catch(error => error instanceof TaskError)))
  t.strictSame(problems, [true, false, false])
})

t.test('a task whose input needs too much of the stack, or too long a string, exceeds the memory limit', async t => {
  const run = open()
  for (const task of ['spread', 'repeat'] as const) await t.rejects(run(task), new TaskLimitError('it exceeds the memory limit'))
})

t.test('a task that cannot be cloned fails alone', async t => {
  const run = open()
  await t.rejects(
    run(() => undefined),
    { name: 'DataCloneError' }
  )
  t.equal(await run('echo'), 'echo')
})

t.test('an abandoned task ends its thread and does not delay the next one', async t => {
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

import { TaskError } from '../../src/lib/threads/errors.ts'
import { serveTasks } from '../../src/lib/threads/serve-tasks.ts'

/** `begun`: becomes 1 when the thread works on it, and hangs. */
export type OddTask =
  | 'echo'
  | 'exit'
  | 'fail'
  | 'break'
  | 'spread'
  | 'repeat'
  | 'tell a function'
  | 'throw outside'
  | { begun: Int32Array }
  | (() => void)

/** The tasks of a thread in tests. */
export const serve = (): void =>
  serveTasks((task: OddTask) => {
    if (task === 'exit') process.exit(3)
    if (task === 'fail') throw new TaskError('it is too odd')
    if (task === 'break') throw new TypeError('a defect')
    if (task === 'spread') return Math.max(...new Uint8Array(1_000_000))
    if (task === 'repeat') return 'x'.repeat(2 ** 29).concat('x'.repeat(2 ** 29))
    if (task === 'tell a function') return serve
    if (task === 'throw outside') setImmediate(() => raise())
    if (task === 'throw outside') return new Promise(() => undefined)
    if (typeof task === 'object') hang(task)
    return task
  })

function hang({ begun }: { begun: Int32Array }): never {
  Atomics.store(begun, 0, 1)
  Atomics.notify(begun, 0)
  for (;;);
}

function raise(): never {
  throw new Error('thrown by nobody')
}

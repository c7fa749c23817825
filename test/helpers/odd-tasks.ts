import { serveTasks } from '../../src/lib/threads/serve.ts'

export type OddTask = 'echo' | 'exit' | 'fail' | 'hang' | 'tell a function' | 'throw outside' | (() => void)

/** What a thread is told to do in tests of threads. */
export const serve = (): void =>
  serveTasks((task: OddTask) => {
    if (task === 'exit') process.exit(3)
    if (task === 'fail') throw new Error('it cannot be done')
    if (task === 'tell a function') return serve
    if (task === 'throw outside') setImmediate(() => raise())
    if (task === 'hang' || task === 'throw outside') return new Promise(() => undefined)
    return task
  })

function raise(): never {
  throw new Error('thrown by nobody')
}

import { serveTasks } from '../../../lib/threads/serve.ts'
import { perform, type Task } from './works.ts'

/** Runs in a thread of its own. */
export const serve = (): void => serveTasks((task: Task) => perform(task))

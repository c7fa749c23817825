import { serveTasks } from '../../../../lib/threads/serve-tasks.ts'
import { perform, type Task } from './task-functions.ts'

/** Runs in a worker thread. */
export const serve = (): void => serveTasks((task: Task) => perform(task))

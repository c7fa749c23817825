import { serveTasks } from '../../../../lib/threads/serve-tasks.ts'
import { parseMessage } from './parse.ts'

/** Runs in a worker thread. */
export const serve = (): void => serveTasks((raw: string) => parseMessage(raw))

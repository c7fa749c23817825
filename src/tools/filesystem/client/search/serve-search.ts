import { serveTasks } from '../../../../lib/threads/serve-tasks.ts'
import { problemOf, type RegexQuery } from './matcher.ts'
import { type SearchTask, searchInFiles } from './search-files.ts'

/** Runs in a worker thread. */
export const serve = (): void =>
  serveTasks((task: SearchTask | RegexQuery) => ('directories' in task ? searchInFiles(task) : problemOf(task)))

import { globSync } from 'node:fs'
import path from 'node:path'
import type { Operation } from '../../src/contract/operation.ts'

const FOLDER = path.join(import.meta.dirname, '../../src/tools/jobs/operations')

/** Only the operations on jobs: loading all systems takes longer than most tests of jobs. */
export async function jobOperations(): Promise<Operation[]> {
  const modules = await Promise.all(globSync('**/*.ts', { cwd: FOLDER }).map(file => import(path.join(FOLDER, file))))
  return modules.map(({ default: operation }) => operation)
}

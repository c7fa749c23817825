import { globSync } from 'node:fs'
import path from 'node:path'
import type { Definition } from '../../src/catalog/catalog.ts'

/** Loads the definitions of one system, since loading all takes longer than most tests. */
export async function definitionsOf(system: string): Promise<Definition[]> {
  const folder = path.join(import.meta.dirname, '../../src/tools', system)
  const files = globSync('{operations,bulk}/**/*.ts', { cwd: folder }).toSorted()
  const modules = await Promise.all(files.map(file => import(path.join(folder, file))))
  return modules.map(module => module.default)
}

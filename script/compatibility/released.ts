import { readFileSync } from 'node:fs'
import path from 'node:path'
import { loadCatalog } from '../../src/catalog.ts'
import { type Contract, contractOf } from './contract.ts'

const root = path.join(import.meta.dirname, '../..')

/** Where the contract of the last release is kept. */
export const RELEASED = path.join(root, 'openapi/released.json')

export const releasedContract = (): Contract => JSON.parse(readFileSync(RELEASED, 'utf8'))

/** The contract of the definitions here and now, under the version of package.json. */
export async function presentContract(): Promise<Contract> {
  const { version }: { version: string } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  return contractOf(await loadCatalog(path.join(root, 'src/tools')), version)
}

/** Why what breaks may not be published so: nothing where the major version is new and the guide to it is written. */
export function unannounced(breaks: readonly string[], versions: { released: string; present: string }, guide: string): string[] {
  if (breaks.length === 0) return []
  const { released, present } = versions
  const major = (version: string): number => Number(version.split('.')[0])
  if (major(present) <= major(released)) return [...breaks, `${present} is no new major version after ${released}`]
  return guide.includes(`\n## ${present}\n`) ? [] : [...breaks, `MIGRATION.md has no section "## ${present}"`]
}

export const migrationGuide = (): string => readFileSync(path.join(root, 'MIGRATION.md'), 'utf8')

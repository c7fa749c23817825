import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { loadCatalog } from '../../src/systems/load-catalog.ts'
import { type Contract, contractOf } from './contract.ts'

const root = path.join(import.meta.dirname, '../..')

const RELEASED = 'openapi/released.json'

/** Returns the contract of the last release; before the first release, that of the last `npm run gen`. */
export const releasedContract = (): Contract => JSON.parse(readFileSync(path.join(root, RELEASED), 'utf8'))

export const writeReleased = (contract: Contract): void => writeFileSync(path.join(root, RELEASED), lines(contract))

/** Whether the version promises anything to callers: 1.0.0 or higher. */
export const isRelease = (version: string): boolean => majorOf(version) > 0

/** Returns what `npm run gen` writes: the contract until the first release; then nothing, since only a release may change it. */
export const contractFile = (contract: Contract): Map<string, string> =>
  new Map(isRelease(contract.version) ? [] : [[RELEASED, lines(contract)]])

/** Returns the contract of the current definitions, with the version of package.json. */
export async function presentContract(): Promise<Contract> {
  const { version }: { version: string } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  return contractOf(await loadCatalog(path.join(root, 'src/tools')), version)
}

/** Returns why breaking differences must not be released; an empty list if the major version is new and the guide has a section for it. */
export function unannounced(breaks: readonly string[], versions: { released: string; present: string }, guide: string): string[] {
  if (breaks.length === 0) return []
  const { released, present } = versions
  if (majorOf(present) <= majorOf(released)) return [...breaks, `${present} is not a new major version after ${released}`]
  return guide.includes(`\n## ${present}\n`) ? [] : [...breaks, `MIGRATION.md has no section "## ${present}"`]
}

export const migrationGuide = (): string => readFileSync(path.join(root, 'MIGRATION.md'), 'utf8')

const majorOf = (version: string): number => Number(version.split('.')[0])

/** One operation per line, so that the diff of two releases is readable. */
function lines({ operations, ...rest }: Contract): string {
  const facts = Object.entries(rest).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
  const rows = Object.entries(operations).map(([id, operation]) => `    ${JSON.stringify(id)}: ${JSON.stringify(operation)}`)
  return `{\n${facts.join(',\n')},\n  "operations": {\n${rows.join(',\n')}\n  }\n}\n`
}

import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

export interface Files {
  /** Path below the root → text. */
  files: Map<string, string>
  /** The test that lists what is left to fill in. */
  test: string
  /** Steps before the test can run, in order. */
  next: string[]
}

export const root = path.join(import.meta.dirname, '../..')

const NAME = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/
const SYSTEM = /^[a-z][a-z0-9]*$/
const ID = /^[a-z][a-z0-9_]{2,62}$/

export const hyphenated = (name: string): string => name.replaceAll('_', '-')

/** Upper camel case: `list_runners` → `ListRunners`. */
export const titled = (name: string): string => name.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** Lower camel case: `list_runners` → `listRunners`. */
export const cameled = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** Throws if the name cannot be that of a new operation or bulk adapter of this system. */
export function checkName(system: string, name: string, kind: 'operation' | 'bulk'): void {
  const id = kind === 'bulk' ? `${system}_bulk_${name}` : `${system}_${name}`
  if (!NAME.test(name)) throw new Error(`${name} is not a name: use lowercase words joined by _, such as list_runners`)
  if (name.startsWith('bulk_'))
    throw new Error(`${name} must not start with bulk_: use  npm run new -- bulk ${system} ${name.slice('bulk_'.length)}`)
  if (name.startsWith(`${system}_`)) throw new Error(`${name} must not repeat the system: use ${name.slice(system.length + 1)}`)
  if (!ID.test(id)) throw new Error(`The ID ${id} must have 3 to 63 characters`)
  const folder = kind === 'bulk' ? 'bulk' : 'operations'
  const [taken] = globSync(`src/tools/${system}/${folder}/{,*/}${hyphenated(name)}.ts`, { cwd: root })
  if (taken !== undefined) throw new Error(`${id} exists: ${taken}`)
}

/** Throws if the name cannot be that of a new system. */
export function checkSystem(system: string): void {
  if (!SYSTEM.test(system)) throw new Error(`${system} is not a name of a system: use lowercase letters and digits, such as notes`)
  for (const folder of [`src/tools/${system}`, `sandbox/${system}`]) {
    if (existsSync(path.join(root, folder))) throw new Error(`The system ${system} exists: ${folder}`)
  }
}

/** The name under which tool.ts of an existing system exports its definition. Throws if there is no such system. */
export function toolExport(system: string): string {
  const file = path.join(root, 'src/tools', system, 'tool.ts')
  if (!existsSync(file)) {
    const known = globSync('*/tool.ts', { cwd: path.join(root, 'src/tools') }).map(found => path.dirname(found))
    throw new Error(`There is no system ${system}. Systems: ${known.toSorted().join(', ')}. To add one: npm run new -- system ${system}`)
  }
  const [, name] = /export const (\w+) = defineTool\(/.exec(readFileSync(file, 'utf8')) ?? []
  if (name === undefined) throw new Error(`${file} exports no tool: export const ${system} = defineTool({ … })`)
  return name
}

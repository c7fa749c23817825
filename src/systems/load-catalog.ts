import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Catalog, createCatalog, type Definition } from '../catalog/catalog.ts'
import { SOURCE_FOLDER } from '../folders.ts'

/** tools/<system>/operations/[<group>/]<name>.ts and tools/<system>/bulk/<name>.ts */
const DEFINITION = /^([^/]+)\/(operations|bulk)\/(?:([^/]+)\/)?([^/]+)\.(?:ts|js)$/

/** The folder of all systems. A build replaces it with `tools.js`. */
const TOOLS = path.join(SOURCE_FOLDER, 'tools')

interface Module {
  default?: unknown
}

interface Found {
  /** Path relative to the folder. */
  file: string
  load: () => Module | Promise<Module>
}

/** Loads every definition below the folder, found by its path. Throws an error that lists every problem. */
export async function loadCatalog(toolsDirectory = TOOLS): Promise<Catalog> {
  const definitions: Definition[] = []
  const failures: string[] = []
  for (const found of await findDefinitions(toolsDirectory)) {
    try {
      definitions.push(await loadDefinition(found))
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      failures.push(why.startsWith(found.file) ? why : `${found.file}: ${why}`)
    }
  }
  if (failures.length > 0) throw new Error(`Definitions that cannot be loaded:\n${failures.map(failure => `- ${failure}`).join('\n')}`)
  return createCatalog(definitions)
}

/** Lists the modules of a folder, or of the one module that a build bundles them into. */
async function findDefinitions(directory: string): Promise<Found[]> {
  if (existsSync(`${directory}.js`)) {
    const built: Record<string, Module> = await import(pathToFileURL(`${directory}.js`).href)
    return Object.entries(built).map(([file, module]) => ({ file, load: () => module }))
  }
  return (await definitionFiles(directory)).map(file => ({ file, load: () => loadModule(path.resolve(directory, file)) }))
}

/** Returns the sorted paths of all definitions below a folder. */
export async function definitionFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true })
  return entries
    .map(entry => entry.replaceAll(path.sep, '/'))
    .filter(entry => DEFINITION.test(entry) && !entry.endsWith('.d.ts'))
    .sort()
}

// `require` loads ES modules too. For 300 definitions it takes half the time of `import` and a third of the memory.
const require = createRequire(import.meta.url)

async function loadDefinition({ file, load }: Found): Promise<Definition> {
  const { default: definition } = await load()
  const expected = expectedId(file)
  if (!isDefinition(definition)) throw new Error(`${file} must default-export the definition of ${expected}, but exports none`)
  if (definition.id !== expected)
    throw new Error(`${file} must default-export the definition of ${expected}, but exports that of ${definition.id}`)
  return definition
}

/** A hook on `require`, such as that of a coverage tool, may not support TypeScript. `import` bypasses it. */
async function loadModule(file: string): Promise<Module> {
  try {
    return require(file)
  } catch (error) {
    if (error instanceof SyntaxError) return await import(pathToFileURL(file).href)
    throw error
  }
}

function expectedId(file: string): string {
  const [, system, place, , name = ''] = DEFINITION.exec(file) ?? []
  return [system, ...(place === 'bulk' ? ['bulk'] : []), name.replaceAll('-', '_')].join('_')
}

const isDefinition = (value: unknown): value is Definition =>
  typeof value === 'object' && value !== null && 'id' in value && 'tool' in value && ('handler' in value || 'executeBatch' in value)

import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Catalog, type Definition, makeCatalog } from './contract/catalog.ts'

/** tools/<system>/operations/[<group>/]<name>.ts and tools/<system>/bulk/<name>.ts */
const DEFINITION = /^([^/]+)\/(operations|bulk)\/(?:([^/]+)\/)?([^/]+)\.(?:ts|js)$/

/** Finds every definition below the folder by its place, and puts them together. Whatever is wrong stops the start. */
export async function loadCatalog(toolsDirectory: string): Promise<Catalog> {
  const entries = await readdir(toolsDirectory, { recursive: true })
  const files = entries.map(entry => entry.replaceAll(path.sep, '/')).filter(entry => DEFINITION.test(entry) && !entry.endsWith('.d.ts'))
  const definitions: Definition[] = []
  const failures: string[] = []
  for (const file of files.sort()) {
    try {
      definitions.push(await loadDefinition(toolsDirectory, file))
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      failures.push(why.startsWith(file) ? why : `${file}: ${why}`)
    }
  }
  if (failures.length > 0) throw new Error(`Definitions that cannot be loaded:\n${failures.map(failure => `- ${failure}`).join('\n')}`)
  return makeCatalog(definitions)
}

// `require`, which loads ES modules too: of 300 definitions it costs half the time of `import`, and a third of the memory.
const require = createRequire(import.meta.url)

async function loadDefinition(directory: string, file: string): Promise<Definition> {
  const { default: definition } = await loadModule(path.resolve(directory, file))
  const expected = expectedId(file)
  if (!isDefinition(definition)) throw new Error(`${file} must default-export the definition of ${expected}, but exports none`)
  if (definition.id !== expected)
    throw new Error(`${file} must default-export the definition of ${expected}, but exports that of ${definition.id}`)
  return definition
}

/** A hook on `require`, such as that of a coverage tool, may not read TypeScript; `import` goes past it. */
async function loadModule(file: string): Promise<{ default?: unknown }> {
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

import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runSlowChecker } from '../../run.ts'
import type { Item } from './items.ts'

export interface Work {
  document: object
  /** Working requests, to which Portman adds its tests, or which it varies. */
  item: readonly Item[]
  tests: object
}

/** The collection that Portman generates from the document. */
export async function portman(folder: string, name: string, { document, item, tests }: Work): Promise<{ info: object; item: Item[] }> {
  const info = { name, schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' }
  const write = (part: string, content: object): string => {
    writeFileSync(path.join(folder, `${name}-${part}.json`), JSON.stringify(content))
    return `${name}-${part}.json`
  }
  const made = `${name}-made.json`
  const { code, output } = await runSlowChecker(
    'portman',
    [
      ...['--local', write('document', { ...document, security: [] })], // there are no keys here: Portman would send an empty one
      ...['--localPostman', write('requests', { info, item })],
      ...['--portmanConfigFile', write('tests', { version: 1, tests })],
      ...['--output', made]
    ],
    folder
  )
  if (code !== 0 || output.includes('skipped')) throw new Error(`Portman ended with ${code}: ${output.slice(-2000)}`)
  return JSON.parse(readFileSync(path.join(folder, made), 'utf8'))
}

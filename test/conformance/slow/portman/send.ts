import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runNode } from '../../run.ts'
import type { Item } from './items.ts'

/** Result of a request. */
export interface Sent {
  name: string
  status: number
  headers: Record<string, string>
  text: string
  /** Number of assertions, and messages of those that failed. */
  assertions: number
  failed: string[]
}

/** Sends these requests sequentially with newman in a separate process. */
export async function send(folder: string, name: string, url: string, collection: { item: readonly Item[] }): Promise<Sent[]> {
  const [file, answers] = [path.join(folder, `${name}.json`), path.join(folder, `${name}.ndjson`)]
  writeFileSync(file, JSON.stringify(collection))
  const { code, output } = await runNode(process.execPath, [path.join(import.meta.dirname, 'sender.ts'), file, url, answers], folder)
  if (code !== 0) throw new Error(`newman ended with ${code}: ${output.slice(-2000)}`)
  return readFileSync(answers, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
}

import { parseArgs } from 'node:util'
import type { ProcessEnvironment } from '../config/environment.ts'
import type { Outcome } from './outcome.ts'
import { remote, runCommand } from './remote.ts'

interface Row {
  id: string
  summary: string
}

/** `toolgate catalog search <words>`: prints the best matching operations with their summaries. */
export async function searchCatalog(words: string[], env: ProcessEnvironment): Promise<Outcome> {
  const { positionals, values } = parseArgs({ args: words, options: { json: { type: 'boolean' } }, allowPositionals: true })
  return await runCommand(async () => {
    const { data } = await remote(env).get(`v1/catalog?${new URLSearchParams({ query: positionals.join(' ') })}`)
    const rows = rowsIn(data)
    if (values.json) return { code: 0, out: JSON.stringify(rows, null, 2) }
    const width = Math.max(0, ...rows.map(({ id }) => id.length))
    const lines = rows.map(({ id, summary }) => `${id.padEnd(width)}  ${summary}`)
    return { code: rows.length === 0 ? 1 : 0, out: lines.join('\n') || 'No operation matches.' }
  })
}

export function rowsIn(data: unknown): Row[] {
  const { items }: { items?: unknown } = typeof data === 'object' && data !== null ? data : {}
  return Array.isArray(items) ? items : []
}

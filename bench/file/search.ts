import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { newKey } from '../../src/access/keys.ts'
import { median, startServer } from '../lib/measure.ts'

const FOLDERS = 200
const FILES = 100
const NEEDLE = 'the only needle'

/** Searches 20,000 small files for a text and for a regular expression that one of them contains; `grep -rl` and `rg -l` alternate with it. */
export async function benchFileSearch(rounds: number): Promise<string> {
  const root = mkdtempSync(path.join(tmpdir(), 'toolgate-search-'))
  writeFiles(root)
  const { key, entry } = newKey({ id: 'bench', scopes: ['filesystem:read'] })
  const server = await startServer(new URL('gateway.ts', import.meta.url), [entry.hash, root])
  const search = async (query: Record<string, unknown>): Promise<number> => {
    const started = performance.now()
    const response = await fetch(`${server.url}/v1/filesystem/search_files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(query)
    })
    const { data } = (await response.json()) as { data: { items: unknown[] } }
    if (data.items.length !== 1) throw new Error('The file was not found')
    return performance.now() - started
  }
  const times = { text: [] as number[], regex: [] as number[], grep: [] as number[], rg: [] as number[] }
  const ratios: number[] = []
  try {
    for (let round = -2; round < rounds; round++) {
      const [text, regex] = [await search({ text: NEEDLE }), await search({ regex: 'the\\s+only\\s+need.e$' })]
      const [grep, rg] = [timeOf('grep', ['-rl', NEEDLE, root]), timeOf('rg', ['-l', NEEDLE, root])]
      if (round < 0 || grep === undefined) continue // the first rounds start the threads
      times.text.push(text)
      times.regex.push(regex)
      times.grep.push(grep)
      if (rg !== undefined) times.rg.push(rg)
      ratios.push(text / grep)
    }
  } finally {
    server.close()
    rmSync(root, { recursive: true, force: true })
  }
  const ms = (values: number[]): string => (values.length === 0 ? 'not measured' : `${median(values).toFixed(0)} ms`)
  return `file-search: one of ${FOLDERS * FILES} small files by text in ${ms(times.text)}, by regular expression in ${ms(times.regex)}; grep -rl ${ms(times.grep)} (we take ${median(ratios).toFixed(1)} times as long), rg -l ${ms(times.rg)}`
}

function writeFiles(root: string): void {
  for (let folder = 0; folder < FOLDERS; folder++) {
    mkdirSync(path.join(root, `${folder}`))
    for (let file = 0; file < FILES; file++) {
      const text = `Line of file ${file} in folder ${folder}, as long as lines of code are.\n`.repeat(20)
      const last = folder === FOLDERS - 1 && file === FILES - 1 ? `${NEEDLE}\n` : ''
      writeFileSync(path.join(root, `${folder}/${file}.txt`), text + last)
    }
  }
}

/** Returns undefined if the program is not installed. */
function timeOf(program: string, args: string[]): number | undefined {
  const started = performance.now()
  try {
    execFileSync(program, args)
    return performance.now() - started
  } catch (error) {
    if (Object(error).code === 'ENOENT') return undefined
    throw error
  }
}

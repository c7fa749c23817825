import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { newKey } from '../../src/access/keys.ts'
import { startServer } from '../lib/measure.ts'

const GIGABYTE = 1024 ** 3
const SIZE = 5 * GIGABYTE

/** Reads the first 1,000 lines of a 5 GB file fifty times, and measures how much the process grows. */
export async function benchFile(): Promise<string> {
  const root = mkdtempSync(path.join(tmpdir(), 'toolgate-file-'))
  makeLargeFile(path.join(root, 'large.log'))
  const { key, entry } = newKey({ id: 'bench', scopes: ['filesystem:read'] })
  const server = await startServer(new URL('gateway.ts', import.meta.url), [entry.hash, root])
  try {
    const read = async (): Promise<number> => {
      const started = performance.now()
      const response = await fetch(`${server.url}/v1/filesystem/read_file`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ file_path: 'large.log' })
      })
      const { data } = (await response.json()) as { data: { metadata: { read_lines: number; total_lines: number | null } } }
      if (data.metadata.read_lines !== 1000 || data.metadata.total_lines !== null) throw new Error('The file was not read as expected')
      return performance.now() - started
    }
    for (let warm = 0; warm < 5; warm++) await read()
    const before = await server.memory()
    const times: number[] = []
    for (let round = 0; round < 50; round++) times.push(await read())
    const grown = (await server.memory()) - before
    return `file: 1,000 lines at the start of a 5 GB file in ${(times.toSorted((a, b) => a - b)[25] ?? 0).toFixed(0)} ms; after 50 reads the process is ${(grown / 1024 ** 2).toFixed(0)} MB larger`
  } finally {
    server.close()
    rmSync(root, { recursive: true, force: true })
  }
}

/** A sparse file: lines at the start, then a hole. */
function makeLargeFile(file: string): void {
  const descriptor = openSync(file, 'w')
  for (let line = 0; line < 100_000; line += 1000)
    writeSync(descriptor, `${'2026-11-21T10:00:00Z a line of a log that is some eighty characters long, as they are\n'.repeat(1000)}`)
  ftruncateSync(descriptor, SIZE)
  closeSync(descriptor)
}

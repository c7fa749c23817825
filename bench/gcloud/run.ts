import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { newKey } from '../../src/access/keys.ts'
import { median, startServer } from '../lib/measure.ts'

/** Prints when it started and when it printed, by the clock that both processes share. */
const STUB = `#!/bin/sh
printf '{"began": %s}\\n' "$(date +%s%3N)"
`

/** Time from the request to the start of the program, and from its first byte to the first event. */
export async function benchGcloud(rounds: number): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'toolgate-bench-'))
  const { key, entry } = newKey({ id: 'bench', scopes: ['gcloud:read'] })
  await mkdir(path.join(folder, 'bin'))
  await writeFile(path.join(folder, 'bin/gcloud'), STUB)
  await chmod(path.join(folder, 'bin/gcloud'), 0o755)
  const server = await startServer(new URL('gateway.ts', import.meta.url), [entry.hash, path.join(folder, 'bin/gcloud')])
  try {
    const measured = []
    for (let round = 0; round < rounds * 5; round++) measured.push(await once(server.url, key))
    const spawned = median(measured.slice(rounds).map(({ began, asked }) => began - asked))
    const firstEvent = median(measured.slice(rounds).map(({ began, heard }) => heard - began))
    return `gcloud: ${spawned.toFixed(0)} ms from the request to the start of the program, ${firstEvent.toFixed(0)} ms from its first byte to the first event (medians)`
  } finally {
    server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function once(url: string, key: string): Promise<{ asked: number; began: number; heard: number }> {
  const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream', 'content-type': 'application/json' }
  const asked = Date.now()
  const response = await fetch(`${url}/v1/gcloud/run`, { method: 'POST', headers, body: '{"args":["projects","list"],"format":"raw"}' })
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += new TextDecoder().decode(chunk)
    const began = /\{\\"began\\": (\d+)\}/.exec(text)?.[1]
    if (began !== undefined) {
      const heard = Date.now()
      return { asked, began: Number(began), heard }
    }
  }
  throw new Error(`The program printed no line: ${text}`)
}

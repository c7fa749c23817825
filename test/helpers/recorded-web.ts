import { readFileSync } from 'node:fs'
import path from 'node:path'
import { outside } from './outside.ts'
import type { Recorded } from './web.ts'

/** A response of `../shared/fixtures`, in the format of the sandbox server. */
export function webFixture(service: 'brave' | 'jina', name: string): Recorded {
  const file = path.join(outside(`fixtures/${service}`).path, name)
  const { status, headers = {} } = JSON.parse(readFileSync(`${file.replace(/\.(json|txt)$/, '')}.meta.json`, 'utf8'))
  const text = readFileSync(file, 'utf8')
  return name.endsWith('.json')
    ? { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.parse(text) }
    : { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body: text }
}

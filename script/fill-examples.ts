// `node script/fill-examples.ts`: writes into GitLab's definitions what the stand-in answers to each example that says `output: FILL`.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { TOKEN } from '../sandbox/gitlab/credentials.ts'
import { buildServer, ROOT } from '../sandbox/gitlab/server.ts'
import type { Operation } from '../src/contract/operation.ts'
import { readInput } from '../src/contract/read.ts'
import { connect } from '../src/tools/gitlab/client/connection.ts'

const root = path.join(import.meta.dirname, '..')
const nothing = (): void => undefined
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing }

for (const file of globSync('src/tools/gitlab/operations/**/*.ts', { cwd: root }).sort()) {
  const place = path.join(root, file)
  let text = readFileSync(place, 'utf8')
  if (!text.includes('output: FILL')) continue
  const { default: operation }: { default: Operation } = await import(place)
  for (const example of operation.examples) {
    if (!('output' in example) || example.output !== undefined) continue
    const answer = await ask(operation, example.input)
    text = text.replace('output: FILL', () => `output: ${answer}`)
  }
  writeFileSync(place, text.replace(/import \{ FILL \} from .*\n/, ''))
}

/** Each on a stand-in of its own, so that no example sees what another one did. */
async function ask(operation: Operation, input: unknown): Promise<string> {
  const server = buildServer()
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  const settings = { url: `${address}${ROOT}`, token: TOKEN, timeout: 30, max_retries: 0, verify_ssl: true }
  const client = await connect(settings, { instance: 'sandbox', log, budget: undefined })
  const told = { observe: nothing, warn: nothing, truncate: nothing, respond: nothing, progress: nothing }
  const call: unknown = { client, signal: AbortSignal.timeout(60_000), caller: { id: 'local', scopes: ['*'] }, log, ...told }
  const output = await Reflect.apply(operation.handler, operation, [readInput(operation, input), call])
  await server.close()
  return JSON.stringify(output).replaceAll(`${address}${ROOT}`, 'https://gitlab.example.com')
}

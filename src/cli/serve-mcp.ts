import { parseArgs } from 'node:util'
import type { ProcessEnvironment } from '../config/environment.ts'
import type { Outcome } from './outcome.ts'

/** `toolgate mcp`: serves one client over stdio, with the same configuration and data as a gateway that listens. */
export async function serveMcp(words: string[], env: ProcessEnvironment): Promise<Outcome> {
  const { values } = parseArgs({
    args: words,
    options: { sandbox: { type: 'boolean', default: false }, pack: { type: 'string', multiple: true } }
  })
  const { explanation, startStdio } = await import('../server/start.ts') // no other command needs all of the gateway
  try {
    await startStdio(values.sandbox, env, values.pack ? { packs: values.pack } : {})
    return { code: 0 }
  } catch (error) {
    return { code: 1, err: explanation(error) }
  }
}

import { parseArgs } from 'node:util'
import type { ProcessEnvironment } from '../config/environment.ts'
import type { Outcome } from './outcome.ts'

/** `toolgate mcp`: the whole gateway for one client, with the same configuration and data as one that listens. */
export async function speakMcp(words: string[], env: ProcessEnvironment): Promise<Outcome> {
  const { values } = parseArgs({ args: words, options: { sandbox: { type: 'boolean', default: false } } })
  const { explanation, startStdio } = await import('../start.ts') // no other command needs all of the gateway
  try {
    await startStdio(values.sandbox, env)
    return { code: 0 }
  } catch (error) {
    return { code: 1, err: explanation(error) }
  }
}

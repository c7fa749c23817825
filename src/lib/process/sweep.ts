import type { Log } from '../../contract/tool.ts'
import { createRegister } from './register.ts'

/** A gateway that died left its programs to the others on this host: they look for them so often. */
const EVERY_MS = 30_000

/** Ends the programs of gateways that are no more: now, and again and again. */
export async function startSweeping(directory: string, log: Log): Promise<{ stop: () => void }> {
  const register = createRegister(directory, log)
  const sweep = (): Promise<unknown> =>
    register.sweep().catch(err => log.warn({ err }, 'Programs that outlived their gateway could not be looked for'))
  await sweep()
  const timer = setInterval(sweep, EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

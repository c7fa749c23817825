import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Log } from './contract/tool.ts'

export interface Sandbox {
  /** Settings of each stand-in, by system. */
  settings: Record<string, Record<string, unknown>>
  close: () => void
}

const PROGRAM = path.join(import.meta.dirname, '../sandbox/main.ts')

/** Starts the stand-ins as one child process. They end with the gateway. */
export async function startSandbox(dataDirectory: string, log: Log): Promise<Sandbox> {
  if (!existsSync(PROGRAM))
    throw new Error('--sandbox needs the stand-ins of a source checkout; the production build has none. Start without --sandbox.')
  // Standard output may be a protocol's.
  const child = fork(PROGRAM, [path.join(dataDirectory, 'sandbox')], { stdio: ['ignore', process.stderr.fd, 'inherit', 'ipc'] })
  const settings = await new Promise<Sandbox['settings']>((resolve, reject) => {
    child.once('message', message => resolve(settingsIn(message)))
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`The sandbox ended with ${code} before it was ready`)))
  })
  let closing = false
  child.once('exit', code => closing || log.error({ code }, 'The sandbox ended: stand-ins no longer answer'))
  return {
    settings,
    close() {
      closing = true
      child.kill()
    }
  }
}

function settingsIn(message: unknown): Sandbox['settings'] {
  if (typeof message === 'object' && message !== null && 'settings' in message)
    return Object.fromEntries(Object.entries(Object(message.settings)))
  throw new Error('The sandbox did not tell how to reach it')
}

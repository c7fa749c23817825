import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Log } from '../contract/runtime.ts'
import { PACKAGE_FOLDER } from '../folders.ts'

export interface Sandbox {
  /** Settings of each sandbox server, by system. */
  settings: Record<string, Record<string, unknown>>
  close: () => void
}

const PROGRAM = path.join(PACKAGE_FOLDER, 'sandbox/main.ts')

/** Starts the sandbox servers as one child process. They end with the gateway. */
export async function startSandbox(dataDirectory: string, log: Log): Promise<Sandbox> {
  if (!existsSync(PROGRAM))
    throw new Error('--sandbox needs a source checkout: the production build contains no sandbox servers. Start without --sandbox.')
  const child = fork(PROGRAM, [path.join(dataDirectory, 'sandbox')], {
    execArgv: [], // `toolgate` runs with --input-type, which a program in a file rejects
    stdio: ['ignore', process.stderr.fd, 'inherit', 'ipc'] // standard output may be used by MCP
  })
  const settings = await new Promise<Sandbox['settings']>((resolve, reject) => {
    child.once('message', message => resolve(settingsIn(message)))
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`The sandbox ended with ${code} before it was ready`)))
  })
  let closing = false
  child.once('exit', code => closing || log.error({ code }, 'The sandbox stopped: systems that it served no longer respond'))
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
  throw new Error('The sandbox did not report its addresses')
}

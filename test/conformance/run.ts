import { execFile } from 'node:child_process'
import path from 'node:path'
import { installCheckers, installSlowCheckers } from './install.ts'

const MAX_OUTPUT = 64 * 1024 * 1024

export interface Ran {
  code: number
  output: string
}

/** Runs a checker to its end, without tap's hooks: they would make it ten times as slow for coverage. */
export async function runChecker(name: string, args: readonly string[], folder: string): Promise<Ran> {
  return await runNode(path.join(await installCheckers(), name), args, folder)
}

/** The same for a checker of the slow tests only. */
export async function runSlowChecker(name: string, args: readonly string[], folder: string): Promise<Ran> {
  return await runNode(path.join(await installSlowCheckers(), name), args, folder)
}

/** Any program that runs on Node, in the same way. */
export function runNode(program: string, args: readonly string[], folder: string): Promise<Ran> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  return new Promise(resolve => {
    const child = execFile(
      'env',
      ['-u', 'NODE_OPTIONS', program, ...args],
      { cwd: folder, env, maxBuffer: MAX_OUTPUT },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, output: stdout + stderr })
    )
  })
}

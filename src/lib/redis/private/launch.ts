import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { findRedisServer } from '../binary.ts'
import { type Address, describeAddress } from './address.ts'
import { type Files, writeConf } from './conf.ts'
import { probe } from './probe.ts'

const MAX_LOAD = 300_000

/** Starts a server on the folder and waits until it has loaded its data and responds. */
export async function launch(address: Address, files: Files): Promise<void> {
  const program = findRedisServer()
  if (program === undefined)
    throw new Error('No redis-server or valkey-server was found on PATH. Run script/bootstrap, which installs one, or set REDIS_URL')
  writeConf(files, address)
  const child = spawnApart(program, files)
  const failed = once(child, 'error').then(([error]) => Promise.reject(error))
  await Promise.race([untilAnswers(child, address, files), failed])
}

/**
 * Starts it in a separate session, so that Ctrl-C in a terminal reaches only the gateway, which finishes its work and then stops Redis. It
 * does not inherit the environment, which holds secrets, and possibly a locale that prevents Redis from starting.
 */
function spawnApart(program: string, { conf, folder }: Files): ChildProcess {
  const child = spawn(program, [conf], { cwd: folder, detached: true, stdio: 'ignore', env: { PATH: process.env['PATH'], LC_ALL: 'C' } })
  child.unref()
  return child
}

async function untilAnswers(child: ChildProcess, address: Address, files: Files): Promise<void> {
  const deadline = Date.now() + MAX_LOAD
  while ((await probe(address, files)) !== 'serving') {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`Redis exited during startup. Its log, ${files.log}, ends with:\n${lastWords(files.log)}`)
    if (Date.now() > deadline) throw new Error(`Redis does not respond at ${describeAddress(address)}. See its log, ${files.log}`)
    await sleep(15)
  }
}

function lastWords(log: string): string {
  try {
    return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-3).join('\n')
  } catch {
    return '(the log is empty)'
  }
}

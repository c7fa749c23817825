import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { findRedisServer } from '../binary.ts'
import { type Address, describeAddress } from './address.ts'
import { type Files, writeConf } from './conf.ts'
import { probe } from './probe.ts'

const LONGEST_LOAD = 300_000

/** Starts a server on the folder and waits until it has read its data and answers. */
export async function launch(address: Address, files: Files): Promise<void> {
  const program = findRedisServer()
  if (program === undefined)
    throw new Error('There is no redis-server or valkey-server on PATH: run script/bootstrap, which installs one, or set REDIS_URL')
  writeConf(files, address)
  const child = spawnApart(program, files)
  const failed = once(child, 'error').then(([error]) => Promise.reject(error))
  await Promise.race([untilAnswers(child, address, files), failed])
}

/**
 * In a session of its own, so that Ctrl-C in a terminal reaches the gateway alone, which then ends its work and stops Redis after it.
 * Nothing of our environment goes along: it holds secrets, and a locale that Redis may not know stops its start.
 */
function spawnApart(program: string, { conf, folder }: Files): ChildProcess {
  const child = spawn(program, [conf], { cwd: folder, detached: true, stdio: 'ignore', env: { PATH: process.env['PATH'], LC_ALL: 'C' } })
  child.unref()
  return child
}

async function untilAnswers(child: ChildProcess, address: Address, files: Files): Promise<void> {
  const deadline = Date.now() + LONGEST_LOAD
  while ((await probe(address, files)) !== 'answers') {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`Redis ended at its start. Its log, ${files.log}, ends with:\n${lastWords(files.log)}`)
    if (Date.now() > deadline) throw new Error(`Redis does not answer at ${describeAddress(address)}; its log is ${files.log}`)
    await sleep(15)
  }
}

function lastWords(log: string): string {
  try {
    return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-3).join('\n')
  } catch {
    return '(nothing was written)'
  }
}

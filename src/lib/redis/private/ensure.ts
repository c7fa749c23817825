import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, describeAddress, isFree, newAddress } from './address.ts'
import type { Files } from './conf.ts'
import { launch } from './launch.ts'
import { livingPid, type Probe, probe } from './probe.ts'

const MAX_SILENCE = 60_000
const MAX_STOP = 10_000

export interface Ensured {
  address: Address
  adopted: boolean
}

/**
 * Adopts the Redis that serves this folder, or starts one. Call it while holding the folder's lock: two servers on one folder would corrupt
 * its data.
 */
export async function ensureRedis(address: Address, files: Files, mayMove: boolean): Promise<Ensured> {
  const state = await settledState(address, files)
  if (state === 'serving') return { address, adopted: true }
  const target = state === 'foreign' ? await replacementAddress(address, files, mayMove) : address
  await endUnreachable(files)
  await launch(target, files)
  return { address: target, adopted: false }
}

/** Waits while a server is loading its data. */
async function settledState(address: Address, files: Files): Promise<Exclude<Probe, 'loading'>> {
  const deadline = Date.now() + MAX_SILENCE
  for (;;) {
    const state = await probe(address, files)
    const pid = livingPid(files)
    if (state === 'absent' && pid !== undefined && (await appears(address, files))) continue
    if (state !== 'loading') return state
    if (pid === undefined) return 'foreign'
    if (Date.now() > deadline)
      throw new Error(`The Redis of ${files.folder} (process ${pid}) does not respond. Stop it with \`kill ${pid}\`, then start again`)
    await sleep(100)
  }
}

/** A server that another process has just started may not listen yet, even if that process has ended. */
async function appears(address: Address, files: Files): Promise<boolean> {
  await sleep(300)
  return (await probe(address, files)) !== 'absent'
}

/** Only a new server moves to another port: connected clients keep using the current one. */
async function replacementAddress(address: Address, { folder }: Files, mayMove: boolean): Promise<Address> {
  if ('path' in address || (!mayMove && !(await isFree(address)))) {
    throw new Error(
      `Another program listens at ${describeAddress(address)}, the address of the Redis of ${folder}. Stop it, or set TOOLGATE_DATA to another folder`
    )
  }
  return mayMove ? newAddress(folder) : address
}

/** A server whose socket file was deleted still holds the data, but cannot be reached. SIGTERM makes it save everything and exit. */
async function endUnreachable(files: Files): Promise<void> {
  const pid = livingPid(files)
  if (pid === undefined) return
  process.kill(pid, 'SIGTERM')
  await untilGone(files, MAX_STOP)
  if (livingPid(files) === pid)
    throw new Error(`The Redis of ${files.folder} (process ${pid}) can neither be reached nor stopped. See its log, ${files.log}`)
}

export async function untilGone(files: Files, maxWaitMs: number): Promise<void> {
  const deadline = Date.now() + maxWaitMs
  while (livingPid(files) !== undefined && Date.now() < deadline) await sleep(10)
}

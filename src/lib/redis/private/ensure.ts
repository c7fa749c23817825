import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, describeAddress, isFree, newAddress } from './address.ts'
import type { Files } from './conf.ts'
import { launch } from './launch.ts'
import { livingPid, type Probe, probe } from './probe.ts'

const LONGEST_SILENCE = 60_000
const LONGEST_STOP = 10_000

export interface Ensured {
  address: Address
  adopted: boolean
}

/** Adopts the Redis that serves this folder, or starts one. To be called with the folder's lock held: two servers on one folder would ruin its data. */
export async function ensureRedis(address: Address, files: Files, mayMove: boolean): Promise<Ensured> {
  const state = await settledState(address, files)
  if (state === 'answers') return { address, adopted: true }
  const place = state === 'foreign' ? await otherPlace(address, files, mayMove) : address
  await endUnreachable(files)
  await launch(place, files)
  return { address: place, adopted: false }
}

/** Waits out a server that is reading its data. */
async function settledState(address: Address, files: Files): Promise<Exclude<Probe, 'loading'>> {
  const deadline = Date.now() + LONGEST_SILENCE
  for (;;) {
    const state = await probe(address, files)
    const pid = livingPid(files)
    if (state === 'absent' && pid !== undefined && (await appears(address, files))) continue
    if (state !== 'loading') return state
    if (pid === undefined) return 'foreign'
    if (Date.now() > deadline)
      throw new Error(`The Redis of ${files.folder} (process ${pid}) does not answer. End it with \`kill ${pid}\`, then start again`)
    await sleep(100)
  }
}

/** A server that has only just been started, by a process that is gone by now, listens in a moment. */
async function appears(address: Address, files: Files): Promise<boolean> {
  await sleep(300)
  return (await probe(address, files)) !== 'absent'
}

/** Only a start moves to another port: clients that are connected already know the one they have. */
async function otherPlace(address: Address, { folder }: Files, mayMove: boolean): Promise<Address> {
  if ('path' in address || (!mayMove && !(await isFree(address)))) {
    throw new Error(
      `Something else answers at ${describeAddress(address)}, where the Redis of ${folder} belongs. End it, or set TOOLGATE_DATA to another folder`
    )
  }
  return mayMove ? newAddress(folder) : address
}

/** A server whose socket file somebody removed still holds the data, and nobody can reach it: it is asked to end, which writes all of it. */
async function endUnreachable(files: Files): Promise<void> {
  const pid = livingPid(files)
  if (pid === undefined) return
  process.kill(pid, 'SIGTERM')
  await untilGone(files, LONGEST_STOP)
  if (livingPid(files) === pid)
    throw new Error(`The Redis of ${files.folder} (process ${pid}) can neither be reached nor ended. Look at ${files.log}`)
}

export async function untilGone(files: Files, patience: number): Promise<void> {
  const deadline = Date.now() + patience
  while (livingPid(files) !== undefined && Date.now() < deadline) await sleep(10)
}

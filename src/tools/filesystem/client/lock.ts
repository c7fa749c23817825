import { onDisk } from './failures.ts'
import { locate, type Place } from './locate.ts'
import type { Volume } from './volume.ts'

/** Writers of the same file stand in line, so that none loses what another wrote. */
export async function exclusively<T>({ writers }: Volume, file: string, work: () => Promise<T>): Promise<T> {
  const before = writers.get(file)
  const { promise: mine, resolve: leave } = Promise.withResolvers<void>()
  writers.set(file, mine)
  await before
  try {
    return await work()
  } finally {
    if (writers.get(file) === mine) writers.delete(file)
    leave()
  }
}

/** Locates a file, waits for its turn, and looks again: another writer may have made or replaced it meanwhile. */
export async function asWriter<T>(volume: Volume, given: string, work: (place: Place) => Promise<T>): Promise<T> {
  return await onDisk(given, async () => {
    const { path } = await locate(volume, given)
    return await exclusively(volume, path, async () => await work(await locate(volume, given)))
  })
}

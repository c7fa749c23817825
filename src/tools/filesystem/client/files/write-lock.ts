import { withPathErrors } from '../errors.ts'
import { type ResolvedPath, resolvePath } from '../paths.ts'
import type { Volume } from '../volume.ts'

/** Runs writers of the same path one after another, so that no change is lost. */
export async function lockPath<T>({ writers }: Volume, file: string, work: () => Promise<T>): Promise<T> {
  const before = writers.get(file)
  const { promise: current, resolve: release } = Promise.withResolvers<void>()
  writers.set(file, current)
  await before
  try {
    return await work()
  } finally {
    if (writers.get(file) === current) writers.delete(file)
    release()
  }
}

/** Resolves a path, locks it, and resolves it again: another writer may have created or replaced the file in the meantime. */
export async function withWriteLock<T>(volume: Volume, requestedPath: string, work: (resolved: ResolvedPath) => Promise<T>): Promise<T> {
  return await withPathErrors(requestedPath, async () => {
    const { path } = await resolvePath(volume, requestedPath)
    return await lockPath(volume, path, async () => await work(await resolvePath(volume, requestedPath)))
  })
}

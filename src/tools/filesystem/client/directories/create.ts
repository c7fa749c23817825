import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import path from 'node:path'
import { failure, withPathErrors } from '../errors.ts'
import { createSubdirectory, inParent, type ResolvedPath, resolvePath } from '../paths.ts'
import type { FileCall, Volume } from '../volume.ts'

/** Creates a directory and its missing parents. An existing directory is a success. */
export async function createDirectory(volume: Volume, request: { path: string; dry_run: boolean }, call: FileCall) {
  return await withPathErrors(request.path, async () => {
    const resolved = await resolvePath(volume, request.path)
    await requireCreatable(resolved)
    call.signal.throwIfAborted()
    if (!resolved.stats && !request.dry_run)
      await inParent(volume, resolved, parent => createSubdirectory(parent, path.basename(resolved.path)))
    return { path: resolved.displayPath, created: !resolved.stats, dry_run: request.dry_run }
  })
}

async function requireCreatable({ requestedPath, stats, dangling, existing }: ResolvedPath): Promise<void> {
  if (dangling) throw failure('cannot_be_honoured', `${requestedPath} is a symbolic link whose target does not exist.`)
  if (stats && !stats.isDirectory()) throw failure('already_exists', `${requestedPath} already exists and is not a directory.`)
  if (!stats) await access(existing, constants.W_OK)
}

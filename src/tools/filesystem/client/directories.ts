import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import path from 'node:path'
import { failure, onDisk } from './failures.ts'
import { locate, type Place } from './locate.ts'
import { makeDirectory, pinParent } from './pin.ts'
import type { Turn } from './turn.ts'
import type { Volume } from './volume.ts'

/** Makes a directory and its missing parents; one that is there already is what was asked for. */
export async function createDirectory(volume: Volume, request: { path: string; dry_run: boolean }, turn: Turn) {
  return await onDisk(request.path, async () => {
    const place = await locate(volume, request.path)
    await requireRoom(place)
    turn.signal.throwIfAborted()
    if (!place.stats && !request.dry_run) {
      await using parent = await pinParent(volume, place)
      await makeDirectory(parent, path.basename(place.path))
    }
    return { path: place.shown, created: !place.stats, dry_run: request.dry_run }
  })
}

async function requireRoom({ given, stats, dangling, existing }: Place): Promise<void> {
  if (dangling) throw failure('cannot_be_honoured', `${given} is a symbolic link that leads to nothing.`)
  if (stats && !stats.isDirectory()) throw failure('already_exists', `${given} exists already, and is not a directory.`)
  if (!stats) await access(existing, constants.W_OK)
}

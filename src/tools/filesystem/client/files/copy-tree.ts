import type { Stats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { lstat, mkdir, open, readdir, readlink, symlink } from 'node:fs/promises'
import path from 'node:path'
import { failure } from '../errors.ts'
import { kindOf, MAX_LEVELS, OPEN_DIRECTORY, type OpenDirectory, openDirectory, openFile, requireAddressable, tooDeep } from '../paths.ts'
import { isTemporary } from '../temporary-files.ts'
import type { Volume } from '../volume.ts'
import { type AttributeOutcome, copyAttributes } from './attributes.ts'
import { chunksOf } from './content.ts'
import { deleteEntry } from './delete.ts'
import { copyOwnerAndMode, NEW_FILE, SET_ID_BITS } from './replace-atomically.ts'

export interface CopyContext {
  volume: Volume
  requestedPath: string
  signal: AbortSignal
  /** Whether the copy replaces the source, and keeps its set-user-ID and set-group-ID bits and its times. */
  isMove: boolean
  /** Number of copied files. */
  files: number
  /** Number of copied files whose extended attributes are not those of the source. */
  withoutAttributes: number
}

/** An entry of an open directory. A symbolic link that replaces a parent directory cannot redirect it. */
export interface EntryIn {
  parent: OpenDirectory
  name: string
}

export const pathOf = ({ parent, name }: EntryIn): string => path.join(parent.at, name)

/** Copies a file, a link or a directory and flushes it to disk. */
export async function copyTree(context: CopyContext, source: EntryIn, target: EntryIn, level = 0): Promise<void> {
  context.signal.throwIfAborted()
  const stats = await lstat(pathOf(source))
  if (stats.isSymbolicLink()) return await symlink(await readlink(pathOf(source)), pathOf(target))
  if (stats.isDirectory()) return await copyDirectory(context, source, target, level)
  if (stats.isFile()) return await copyFile(context, source, target)
  const requestedPath = context.requestedPath
  throw failure(
    'cannot_be_honoured',
    `${requestedPath} contains something other than files, directories and links, which cannot be ${context.isMove ? 'moved to another device' : 'copied'}.`
  )
}

async function copyDirectory(context: CopyContext, source: EntryIn, target: EntryIn, level: number): Promise<void> {
  const { volume, requestedPath } = context
  if (level === MAX_LEVELS) throw tooDeep(requestedPath)
  await using from = await openDirectory(volume, pathOf(source), requestedPath)
  await mkdir(pathOf(target), 0o700)
  await using to = await openDirectory(volume, pathOf(target), requestedPath)
  const names = await readdir(from.at)
  await requireAddressable(from, names, requestedPath)
  for (const name of names) if (!isTemporary(name)) await copyTree(context, { parent: from, name }, { parent: to, name }, level + 1)
  // `/.` opens the directory itself instead of the link in /proc.
  await using handle = await open(`${to.at}/.`, OPEN_DIRECTORY)
  await copyMetadata(context, handle, await lstat(`${from.at}/.`))
}

async function copyFile(context: CopyContext, source: EntryIn, target: EntryIn): Promise<void> {
  const { volume, requestedPath, signal } = context
  await using opened = await openFile(volume, { path: pathOf(source), requestedPath })
  const from = opened.handle
  await using to = await open(pathOf(target), NEW_FILE, 0o600)
  const attributes = await attributesFor(context, from, to)
  for await (const chunk of chunksOf(from, signal)) await to.writeFile(chunk)
  await copyMetadata(context, to, await from.stat())
  context.files++
  if (attributes !== 'kept') context.withoutAttributes++
}

/** Copying attributes starts a program, which takes milliseconds: those of a file in a large directory are not copied. */
const MAX_WITH_ATTRIBUTES = 500

async function attributesFor({ files }: CopyContext, from: FileHandle, to: FileHandle): Promise<AttributeOutcome> {
  if (files >= MAX_WITH_ATTRIBUTES) return 'lost'
  const outcome = await copyAttributes(from, to)
  await to.chmod(0o600) // until the content is complete
  return outcome === 'unknown' ? 'kept' : outcome
}

async function copyMetadata({ isMove }: CopyContext, handle: FileHandle, source: Stats): Promise<void> {
  await copyOwnerAndMode(handle, source, isMove ? source.mode : source.mode & ~SET_ID_BITS)
  if (isMove) await handle.utimes(source.atime, source.mtime)
  await handle.sync()
}

/** Not abortable: a partly removed copy is of no use. */
export async function removeCompletely(
  { volume, requestedPath }: Pick<CopyContext, 'volume' | 'requestedPath'>,
  { parent, name }: EntryIn
): Promise<void> {
  const call = { signal: new AbortController().signal, progress: () => undefined }
  const kind = kindOf(await lstat(path.join(parent.at, name)))
  await deleteEntry({ volume, requestedPath, call, dryRun: false, count: 0 }, parent, name, kind)
}

/** What a warning states about files that were copied without their extended attributes; undefined if there are none. */
export const attributeWarning = ({ withoutAttributes }: CopyContext): string | undefined =>
  withoutAttributes === 0 ? undefined : `${withoutAttributes} files were copied without their extended attributes and access control lists.`

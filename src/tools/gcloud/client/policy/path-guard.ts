import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { isAddress } from '../command/arguments.ts'
import type { Command } from '../command/command.ts'
import { type CommandFolders, isInsideAny, realPath } from '../directories.ts'
import { type Disk, openDisk } from './disk-names.ts'
import { unescaped } from './escapes.ts'
import { isPlain, WRITES_TO } from './plain-arguments.ts'

/** More paths than any command has. Each is checked on disk. */
const MAX_PATHS = 200

/** More list separators than any command declares. */
const MAX_SEPARATORS = 50

/** More characters than any path has after expansion. */
const MAX_EXPANDED = 32_768

/** Stands for a text that cannot be checked: it is refused like a home directory. */
const NOT_CHECKED = '~'

/** The context of a command: directories, working directory and variables. */
export interface RunContext {
  places: CommandFolders
  /** Absolute path. */
  directory: string
  /** The variables of the command, besides inherited ones. */
  environment: Readonly<Record<string, string>>
}

/** An argument that gcloud may read as a local path. */
export interface PossiblePath {
  text: string
  /** Whether the command writes to it. */
  writes: boolean
}

/**
 * Returns the arguments that may be paths: all except those that the tree shows not to be, and those of flags that the operator allows.
 * Without a known command, the words of its path count, too.
 */
export function possiblePaths(command: Command, allow: readonly string[]): PossiblePath[] {
  const words = command.known === 'command' ? [] : command.path.map(text => ({ text, writes: false }))
  const found = command.arguments.flatMap(argument => {
    const { flag, text, value } = argument
    const isNone =
      isPlain(command, argument) || (flag !== undefined && allow.includes(flag)) || (value === undefined && text.startsWith('--'))
    return isNone ? [] : [{ text: value ?? text, writes: value !== undefined && WRITES_TO.has(flag ?? '') }]
  })
  return [...words, ...found]
}

/**
 * Returns the first argument that is a local path outside the roots, or undefined. Many commands read a file given by its path, so
 * everything that looks like a path counts. Relative paths are resolved in the working directory.
 */
export async function firstOutsideRoots(
  suspects: readonly PossiblePath[],
  { places, directory, environment }: RunContext
): Promise<string | undefined> {
  const [here, top] = [await namesIn(directory), await namesIn('/')]
  const disk = openDisk([...places.roots, directory])
  let checked = 0
  for (const { text, writes } of suspects) {
    if (writes && directory === places.own && !isAddress(text)) return text
    const texts = textsOf(text, environment)
    for (const whole of texts) if (await leadsOut(whole, directory, disk)) return text
    for (const piece of piecesOf(texts)) {
      if (isForbidden(piece)) return text
      const absolute = ADDRESS_START.test(piece) ? [] : absoluteIn(piece, writes, top)
      for (const place of [...absolute, ...relativeIn(piece, here)]) {
        checked += 1
        const real = checked > MAX_PATHS || WILDCARD.test(place) ? undefined : await realPath(path.resolve(directory, place))
        if (real === undefined || !isInsideAny([...places.roots, directory], real) || (await disk.holdsWayOut(real))) return text
      }
    }
  }
  return undefined
}

/** Some commands expand wildcards. One may match a link that leads outside the roots. */
const WILDCARD = /[*?[]/

/** A URL, without anything that could be a further value after it. */
const ADDRESS = /(?<!\w)(?:(?:gs|s3):\/\/[\w.~%+*?{}/-]*|https?:\/\/[\w.~%+*:{}/-]*(?:\?[\w.~%+*&=/:@!$-]*)?)/gi

/** The start of a URL. */
const ADDRESS_START = /^(?:gs|s3|https?):\/\//i
const ADDRESSES = /(?<!\w)(?:gs|s3|https?):\/\//gi

/**
 * Returns every part of an argument that may be a path. `^X^` before a list makes X, of any length, its separator. What follows the host
 * of a URL is not a path, but a command that expects a file opens the whole URL as one: in a folder `gs:` of the working directory.
 */
const piecesOf = (texts: readonly string[]): Set<string> =>
  new Set([...texts.map(withoutAddresses).flatMap(text => [text, ...text.split(SEPARATORS)]), ...texts.flatMap(addressesIn)])

const SEPARATORS = /[=,@:;\s"'^|#[\]]+/
const withoutAddresses = (text: string): string => text.replace(ADDRESS, '')

/** Returns what gcloud may read in an argument: its escapes and variables replaced, and the items of a list with a separator of its own. */
const textsOf = (word: string, environment: Readonly<Record<string, string>>): string[] =>
  (unescaped(word) ?? [NOT_CHECKED]).flatMap(text => splitLists(text, environment))

function splitLists(arg: string, environment: Readonly<Record<string, string>>): string[] {
  const attached = /^-[a-zA-Z](?!=)/.test(arg) ? [arg.slice(2)] : [] // the value of a one-letter flag
  const separators = new Set([...arg.matchAll(/(?:^|=)\^([^^]+)\^/g)].map(([, separator = '']) => separator))
  const lists =
    separators.size > MAX_SEPARATORS
      ? [NOT_CHECKED]
      : [...separators].reduce((pieces, by) => pieces.flatMap(piece => piece.split(by)), [arg])
  const wholes = [arg, ...attached, ...lists]
  return [...wholes, ...wholes.flatMap(text => [text, ...text.split(/[=,]/)]).flatMap(text => expandedFrom(text, environment))]
}

/** What is left without the URLs may be a path at any position. A URL is one as a whole, in the working directory. */
async function leadsOut(text: string, directory: string, disk: Disk): Promise<boolean> {
  if (await disk.leadsOut(withoutAddresses(text), directory)) return true
  for (const address of addressesIn(text)) if (await disk.leadsOut(address, directory, true)) return true
  return false
}

/** Returns the URLs in a text, each up to every separator that may end it. */
function addressesIn(text: string): string[] {
  const starts = [...text.matchAll(ADDRESSES)].slice(0, MAX_SEPARATORS)
  return starts.flatMap(({ index }) => [
    text.slice(index),
    ...text
      .slice(index)
      .split(/[=,@;\s"'^|#[\]]+/)
      .slice(0, 1)
  ])
}

/**
 * Some commands expand `$NAME` and `${NAME}` anywhere in a path. A caller chooses the value of some variables, which may be `/..`. The value of any
 * other is not known, since the script that starts gcloud sets further ones, such as the folder of the SDK: it may not be a part of a path.
 */
function expandedFrom(text: string, environment: Readonly<Record<string, string>>): string[] {
  if (!text.includes('$')) return []
  const expanded = text.replace(VARIABLE, (whole, bare, braced) =>
    Object.hasOwn(environment, bare ?? braced) ? String(environment[bare ?? braced]) : whole
  )
  return [expanded.length > MAX_EXPANDED || VARIABLE_IN_PATH.test(expanded) ? NOT_CHECKED : expanded]
}

const VARIABLE = /\$(?:(\w+)|\{([^}]{0,200})\})/g

/** A variable at the start of a path or of an item of a list, or next to a slash or dot. One between words of a text is none. */
const VARIABLE_IN_PATH = /(?:^|[./\\=,@:;"'^|#[\]])\$[\w{]|\$(?:\w{1,200}|\{[^}]{0,200}\})(?:[/\\]|\.[./\\])/

const isForbidden = (piece: string): boolean =>
  piece.startsWith('~') || piece === 'file' || /(?:^|[/\\])\.\.(?:[/\\]|$)/.test(piece) || /^[a-zA-Z]?\\/.test(piece)

/**
 * Paths that start with the name of an entry in the root directory. Others, such as /healthz, may be part of a URL. A new file may have
 * any name.
 */
const absoluteIn = (piece: string, writes: boolean, top: readonly string[]): string[] =>
  [...piece.matchAll(/(?<![\w./])\/(?:[./]*\/)?([^/]+)/g)]
    .filter(([, first = '']) => writes || mayName(first, top))
    .map(({ index }) => piece.slice(index))

/** Names in a folder, in lower case: some file systems are case-insensitive. */
const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch((): string[] => [])).map(name => name.toLowerCase())

/** Whether the first name of a path is one of `names`, or begins like one before a wildcard. */
function mayName(first: string, names: readonly string[]): boolean {
  const wanted = first.toLowerCase()
  const wildcard = wanted.search(WILDCARD)
  return wildcard < 0 ? names.includes(wanted) : names.some(name => name.startsWith(wanted.slice(0, wildcard)))
}

/** Paths that start with the name of an entry in the working directory, or that are this directory. */
function relativeIn(piece: string, here: readonly string[]): string[] {
  if (piece === '') return []
  const [first = ''] = path.normalize(piece).split(path.sep)
  return first === '.' || mayName(first, here) ? [piece] : []
}

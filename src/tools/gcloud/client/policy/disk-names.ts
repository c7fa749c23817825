import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { isInsideAny, realPath } from '../directories.ts'

/** More entries than the paths of any command have. */
const MAX_ENTRIES = 2_000

/** More comparisons of a name with a text than any command needs. They block the gateway, so a command with more is refused. */
const MAX_COMPARISONS = 500_000

/** Characters of the longest name. */
const MAX_NAME = 255

/** Entries of the largest folder that a command may name. */
const MAX_IN_FOLDER = 100_000

/** Characters that may end a path in an argument. A name can contain them, too. */
const END = /[=,@:;\s"'^|#[\]{}()]/

export interface Disk {
  /**
   * Whether a path in the text, of entries that exist, leads outside the allowed folders. Relative ones start in `directory`. `asWhole`: only a
   * path at the start of the text counts.
   */
  leadsOut: (text: string, directory: string, asWhole?: boolean) => Promise<boolean>
  /** Whether a folder, at any depth, contains a link that leads outside. Commands that copy a folder follow its links. */
  holdsWayOut: (folder: string) => Promise<boolean>
}

/**
 * Finds paths by the names on disk: an argument cannot be split into its values without them, since a name may contain every separator
 * (`--jars=gs://b/a.jar,a@b/c`).
 */
export function openDisk(allowed: readonly string[]): Disk {
  const known = new Map<string, Promise<Map<string, string[]>>>()
  let [entries, comparisons] = [0, 0]

  /** The names in a folder by their first letter. */
  const namesIn = (folder: string): Promise<Map<string, string[]>> => {
    const found = known.get(folder) ?? readdir(folder).then(byFirstLetter, () => new Map<string, string[]>())
    known.set(folder, found)
    return found
  }

  const isAllowed = (real: string): boolean => isInsideAny(allowed, real) || allowed.some(folder => isInsideAny([real], folder))

  async function follow(folder: string, rest: string): Promise<boolean> {
    const lower = rest.slice(0, MAX_NAME).toLowerCase()
    const names = (await namesIn(folder)).get(lower.slice(0, 1)) ?? []
    comparisons += names.length
    if (comparisons > MAX_COMPARISONS) return true
    for (const name of names) {
      const next = rest[name.length]
      if (!lower.startsWith(name.toLowerCase()) || !(next === undefined || next === '/' || END.test(next))) continue
      entries += 1
      const real = entries > MAX_ENTRIES ? undefined : await realPath(path.join(folder, name))
      if (real === undefined || !isAllowed(real)) return true
      if (next === '/' && (await follow(real, rest.slice(name.length).replace(/^\/+(?:\.\/+)*/, '')))) return true
    }
    return false
  }

  return {
    async holdsWayOut(folder) {
      const folders = new Set([folder])
      let count = 0
      for (const current of folders) {
        const found = await readdir(current, { withFileTypes: true }).catch(() => []) // not a folder, or not readable
        count += found.length
        if (count > MAX_IN_FOLDER) return true
        for (const entry of found) {
          const place = path.join(current, entry.name)
          const real = entry.isSymbolicLink() ? await realPath(place) : place
          if (real === undefined || !isInsideAny(allowed, real)) return true
          if (entry.isDirectory() || entry.isSymbolicLink()) folders.add(real)
        }
      }
      return false
    },
    async leadsOut(text, directory, asWhole = false) {
      const letters = await namesIn(directory)
      for (const at of asWhole ? [0] : startsIn(text)) {
        const rest = text.slice(at).replace(/^(?:\.\/+)+/, '')
        if (rest.startsWith('/')) {
          if (await follow('/', rest.replace(/^\/+(?:\.\/+)*/, ''))) return true
        } else if (letters.has(rest.slice(0, 1).toLowerCase()) && (await follow(directory, rest))) return true
      }
      return false
    }
  }
}

function* startsIn(text: string): Generator<number> {
  yield 0
  for (let at = 0; at < text.length; at++) if (END.test(text.charAt(at))) yield at + 1
}

function byFirstLetter(names: readonly string[]): Map<string, string[]> {
  return Map.groupBy(names, name => name.slice(0, 1).toLowerCase())
}

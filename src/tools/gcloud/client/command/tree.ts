import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { near } from '../../../../lib/spelling.ts'

/** The commands of an installed SDK. */
export interface CommandTree {
  /** Whether words are a command, a group, or unknown. No words are the top group. */
  kindOf: (words: readonly string[]) => 'command' | 'group' | 'unknown'
  /** Names below a group. */
  below: (words: readonly string[]) => { commands: string[]; groups: string[] }
  /** Flags that every command accepts. */
  globals: ReadonlySet<string>
  /** Whether a flag of a command takes a value; undefined if the tree does not list it for that command. */
  takes: (words: readonly string[], flag: string) => Takes
  /** Flags of a command, without global ones. */
  flagsOf: (words: readonly string[]) => string[]
  /** Returns paths similar to unknown words. */
  near: (words: readonly string[]) => string[]
}

export type Takes = 'value' | 'none' | undefined

const MAX_NEAR = 10
const TRACKS = ['alpha', 'beta']

interface Node {
  commands?: Record<string, Node>
  flags?: Record<string, unknown>
}

/** Commands that the SDK has but does not list. */
const UNLISTED = ['config get-value', 'container aws clusters print-access-token', 'container azure clusters print-access-token']

/** Names below a group, or the flags of a command. */
interface Branch {
  below: Map<string, Branch>
  /** Whether it is a group although it lists nothing, because all its commands are hidden. */
  isGroup: boolean
  flags: Readonly<Record<string, unknown>>
}

const isCommand = ({ below, isGroup }: Branch): boolean => below.size === 0 && !isGroup

/** Path of the data of shell completion in an SDK. */
const FILE = 'data/cli/gcloud_completions.py'

/**
 * Reads the tree without running anything; undefined if the SDK has none. The file is a few MB of Python that is JSON after its first
 * line.
 */
export async function readTree(root: string): Promise<CommandTree | undefined> {
  const text = await readFile(path.join(root, FILE), 'utf8').catch(() => '')
  const start = text.indexOf('{')
  if (start < 0) return undefined
  try {
    return treeOf(JSON.parse(text.slice(start)), words => isFolder(root, words))
  } catch {
    return undefined // another format: the fallback without a tree is used
  }
}

/** Whether an SDK implements a path as a folder, which is a group, and not as a file. */
const isFolder = (root: string, [first = '', ...rest]: readonly string[]): boolean =>
  existsSync(
    path.join(
      root,
      'lib/surface',
      ...(/^(?:alpha|beta|preview)$/.test(first) ? rest : [first, ...rest]).map(word => word.replaceAll('-', '_')),
      '__init__.py'
    )
  )

/** Returns the same words on another release track, or with the misspelled one corrected. */
function nearTo(words: readonly string[], find: (words: readonly string[]) => Branch | undefined): string[] {
  const isFound = (path: readonly string[]): boolean => {
    const branch = find(path)
    return branch !== undefined && isCommand(branch)
  }
  const elsewhere = TRACKS.filter(track => isFound([track, ...words])).map(track => [track, ...words].join(' '))
  const wrong = words.findIndex((_, at) => find(words.slice(0, at + 1)) === undefined)
  const [before, word = '', after] = [words.slice(0, wrong), words[wrong], words.slice(wrong + 1)]
  const righted = near(word, [...(find(before)?.below.keys() ?? [])], MAX_NEAR).map(name => [...before, name, ...after])
  return [...elsewhere, ...righted.map(path => (find(path) === undefined ? path.slice(0, wrong + 1) : path).join(' '))].slice(0, MAX_NEAR)
}

/** `isFolder`: whether a path that lists neither commands nor flags is a group. */
export function treeOf(node: Node, isFolder: (words: readonly string[]) => boolean = () => false): CommandTree {
  const root = branchOf(node, [], isFolder)
  const find = (words: readonly string[]): Branch | undefined =>
    words.reduce<Branch | undefined>((branch, word) => branch?.below.get(word), root)
  for (const words of UNLISTED.map(path => path.split(' ')))
    for (const track of [[], ...TRACKS.map(name => [name])])
      find([...track, ...words.slice(0, -1)])?.below.set(words.at(-1) ?? '', { below: new Map(), isGroup: false, flags: {} })
  return {
    kindOf(words) {
      const branch = find(words)
      if (branch === undefined) return 'unknown'
      return isCommand(branch) ? 'command' : 'group'
    },
    globals: new Set(Object.keys(node.flags ?? {})),
    takes: (words, flag) => takenBy(find(words)?.flags ?? {}, flag),
    near: words => nearTo(words, find),
    below(words) {
      const entries = [...(find(words)?.below ?? [])]
      const names = (wanted: boolean): string[] => entries.filter(([, branch]) => isCommand(branch) === wanted).map(([name]) => name)
      return { commands: names(true), groups: names(false) }
    },
    flagsOf: words => Object.keys(find(words)?.flags ?? {})
  }
}

/** `bool` is a switch, which also has a form with `--no-`; anything else is the type of a value. */
function takenBy(flags: Readonly<Record<string, unknown>>, flag: string): Takes {
  if (Object.hasOwn(flags, flag)) return flags[flag] === 'bool' ? 'none' : 'value'
  const positive = flag.replace(/^--no-/, '--')
  return positive !== flag && Object.hasOwn(flags, positive) && flags[positive] === 'bool' ? 'none' : undefined
}

function branchOf({ commands = {}, flags = {} }: Node, words: readonly string[], isFolder: (words: readonly string[]) => boolean): Branch {
  const below = new Map(Object.entries(commands).map(([name, node]) => [name, branchOf(node, [...words, name], isFolder)]))
  return { below, isGroup: below.size === 0 && Object.keys(flags).length === 0 && isFolder(words), flags }
}

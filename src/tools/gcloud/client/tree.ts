import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { near } from '../../../contract/spelling.ts'

/** The commands that an installed SDK has. */
export interface CommandTree {
  /** What words are: a command, a group of commands, or nothing there. No words are the group of all. */
  kindOf: (words: readonly string[]) => 'command' | 'group' | 'unknown'
  /** What a group holds. */
  below: (words: readonly string[]) => { commands: string[]; groups: string[] }
  /** Flags that every command takes. */
  globals: ReadonlySet<string>
  /** Commands that may have been meant by words that are none, as paths. */
  near: (words: readonly string[]) => string[]
}

const MOST_NEAR = 10
const TRACKS = ['alpha', 'beta']

interface Node {
  commands?: Record<string, Node>
  flags?: Record<string, unknown>
}

/** Commands that the SDK has and does not list, which people know all the same. */
const UNLISTED = ['config get-value', 'container aws clusters print-access-token', 'container azure clusters print-access-token']

/** Names below a group; null: it is a command. */
type Branch = Map<string, Branch> | null

/** Where an SDK keeps what its shell completion knows. */
const FILE = 'data/cli/gcloud_completions.py'

/** Reads the tree without running anything; undefined where the SDK has none. A few MB of Python that is JSON but for its first line. */
export async function readTree(root: string): Promise<CommandTree | undefined> {
  const text = await readFile(path.join(root, FILE), 'utf8').catch(() => '')
  const start = text.indexOf('{')
  if (start < 0) return undefined
  try {
    return treeOf(JSON.parse(text.slice(start)))
  } catch {
    return undefined // of another version, in another form: the rule without a tree serves
  }
}

/** The same words on another release track, else with the one that is wrong put right. */
function nearTo(words: readonly string[], find: (words: readonly string[]) => Branch | undefined): string[] {
  const elsewhere = TRACKS.filter(track => find([track, ...words]) === null).map(track => [track, ...words].join(' '))
  const wrong = words.findIndex((_, at) => find(words.slice(0, at + 1)) === undefined)
  const [before, word = '', after] = [words.slice(0, wrong), words[wrong], words.slice(wrong + 1)]
  const righted = near(word, [...(find(before)?.keys() ?? [])], MOST_NEAR).map(name => [...before, name, ...after])
  return [...elsewhere, ...righted.map(path => (find(path) === undefined ? path.slice(0, wrong + 1) : path).join(' '))].slice(0, MOST_NEAR)
}

export function treeOf(node: Node): CommandTree {
  const root = branchOf(node)
  const find = (words: readonly string[]): Branch | undefined => words.reduce<Branch | undefined>((branch, word) => branch?.get(word), root)
  for (const words of UNLISTED.map(path => path.split(' ')))
    for (const track of [[], ...TRACKS.map(name => [name])]) find([...track, ...words.slice(0, -1)])?.set(words.at(-1) ?? '', null)
  return {
    kindOf(words) {
      const branch = find(words)
      if (branch === undefined) return 'unknown'
      return branch === null ? 'command' : 'group'
    },
    globals: new Set(Object.keys(node.flags ?? {})),
    near: words => nearTo(words, find),
    below(words) {
      const entries = [...(find(words) ?? [])]
      const names = (wanted: boolean): string[] => entries.filter(([, branch]) => (branch === null) === wanted).map(([name]) => name)
      return { commands: names(true), groups: names(false) }
    }
  }
}

function branchOf({ commands = {} }: Node): Branch {
  const entries = Object.entries(commands)
  return entries.length === 0 ? null : new Map(entries.map(([name, node]) => [name, branchOf(node)]))
}

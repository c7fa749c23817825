import { badInput } from './failure.ts'
import { type Flag, flagOf, GLOBAL_FLAGS } from './flags.ts'
import type { CommandTree } from './tree.ts'
import { isVerb } from './verbs.ts'

export type Track = 'ga' | 'alpha' | 'beta' | 'preview'

/** What a line of arguments asks for. */
export interface Command {
  /** As the caller gave them, a leading `gcloud` left out. */
  args: readonly string[]
  track: Track
  /** The words of the command, without the release track: `compute instances list`. */
  path: readonly string[]
  /** Of the command tree: the path is a command, a group of commands, or not there; null where there is no tree. */
  known: 'command' | 'group' | 'unknown' | null
  /** What may have been meant by an unknown one, as `gcloud …`. */
  meant: readonly string[]
  /** What follows the path, flags and positional arguments. */
  rest: readonly string[]
  /** Every flag before a `--`. */
  flags: readonly Flag[]
  /** Flags that every command of the installed SDK takes; empty where there is no tree. */
  globals: ReadonlySet<string>
  /** It only asks for help, or for the version. */
  shows: 'help' | 'version' | undefined
}

const NO_FLAGS: ReadonlySet<string> = new Set()

const TRACKS: ReadonlySet<string> = new Set(['alpha', 'beta', 'preview'])

/** Finds the path of the command: never by its text, since a value may look like a command. */
export function readCommand(given: readonly string[], tree?: CommandTree): Command {
  const args = given[0] === 'gcloud' ? given.slice(1) : given
  if (args.length === 0) throw badInput('args', 'is empty', 'the words of a command, such as projects list')
  const cut = args.indexOf('--')
  const own = cut < 0 ? args : args.slice(0, cut)
  const flags = own.flatMap(token => flagOf(token) ?? [])
  const { words, rest } = wordsOf(own, tree)
  const known = tree ? tree.kindOf(words) : null
  const meant =
    tree && known === 'unknown' ? tree.near([...words, ...rest.filter(word => !word.startsWith('-'))]).map(found => `gcloud ${found}`) : []
  const track = trackOf(words[0])
  const path = track === 'ga' ? words : words.slice(1)
  return { args, track, path, known, meant, rest, flags, globals: tree?.globals ?? NO_FLAGS, shows: showsOf(flags, path) }
}

function trackOf(word: string | undefined): Track {
  return word === 'alpha' || word === 'beta' || word === 'preview' ? word : 'ga'
}

/** The words of the path, release track included: up to the command of the tree, or the first verb; global flags may stand between. */
function wordsOf(tokens: readonly string[], tree: CommandTree | undefined): { words: string[]; rest: string[] } {
  const words: string[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? ''
    const flag = flagOf(token)
    if (isWhole(words, tree)) return { words, rest: tokens.slice(at) }
    if (!flag) {
      if (tree?.kindOf(words) === 'group' && tree.kindOf([...words, token]) === 'unknown')
        return { words: [...words, token], rest: tokens.slice(at + 1) }
      words.push(token)
    } else if (GLOBAL_FLAGS.get(flag.name) === 'value' && flag.value === undefined) at += 1
    else if (!GLOBAL_FLAGS.has(flag.name)) throw misplaced(flag.name, words)
  }
  return { words, rest: [] }
}

function isWhole(words: readonly string[], tree: CommandTree | undefined): boolean {
  if (tree) return tree.kindOf(words) === 'command' || tree.kindOf(words) === 'unknown'
  const track = TRACKS.has(words[0] ?? '') ? 1 : 0
  const last = words.length - 1
  return last >= track && isVerb(words[last] ?? '', last - track)
}

/** Whether it takes a value is not known before the command is: what follows could be either. */
function misplaced(flag: string, words: readonly string[]) {
  const where = words.length === 0 ? 'the command' : `"${words.join(' ')}" and the rest of the command`
  return badInput('args', `has ${flag} before ${where}`, 'the words of the command first, its flags after them')
}

function showsOf(flags: readonly Flag[], path: readonly string[]): Command['shows'] {
  if (flags.some(({ name }) => name === '--help' || name === '-h') || path[0] === 'help') return 'help'
  return path.length === 0 && flags.some(({ name }) => name === '--version' || name === '-v') ? 'version' : undefined
}

/** `projects list`, with the release track in front where it has one. */
export const shownPath = ({ track, path }: Pick<Command, 'track' | 'path'>): string => (track === 'ga' ? path : [track, ...path]).join(' ')

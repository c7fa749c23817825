import { badInput } from '../errors.ts'
import { type Argument, globalTakes, readArguments } from './arguments.ts'
import { type Flag, flagOf, GLOBAL_FLAGS } from './flags.ts'
import type { CommandTree, Takes } from './tree.ts'
import { isVerb } from './verbs.ts'

type Track = 'ga' | 'alpha' | 'beta' | 'preview'

/** A parsed command. */
export interface Command {
  /** The arguments as given, without a leading `gcloud`. */
  args: readonly string[]
  track: Track
  /** The path without the release track: `compute instances list`. */
  path: readonly string[]
  /** Whether the path is a command, a group or unknown; null without a command tree. */
  known: 'command' | 'group' | 'unknown' | null
  /** Suggestions for an unknown path, as `gcloud …`. */
  meant: readonly string[]
  /** Everything after the path. */
  arguments: readonly Argument[]
  /** Every flag before a `--`. */
  flags: readonly Flag[]
  /** Whether a flag takes a value; undefined if unknown. */
  takes: (flag: string) => Takes
  /** Flags that every command of the installed SDK accepts; empty without a command tree. */
  globals: ReadonlySet<string>
  /** Set if it only shows the help or the version. */
  shows: 'help' | 'version' | undefined
}

const NO_FLAGS: ReadonlySet<string> = new Set()

const TRACKS: ReadonlySet<string> = new Set(['alpha', 'beta', 'preview'])

/** Parses a command. Never searches for the path by text, because a value may look like a command. */
export function readCommand(argv: readonly string[], tree?: CommandTree): Command {
  const args = argv[0] === 'gcloud' ? argv.slice(1) : argv
  if (args.length === 0) throw badInput('args', 'is empty', 'the words of a command, such as projects list')
  const cut = args.indexOf('--')
  const flags = (cut < 0 ? args : args.slice(0, cut)).flatMap(token => flagOf(token) ?? [])
  const { words, rest } = wordsOf(args, tree)
  const takes = (flag: string): Takes => tree?.takes(words, flag) ?? globalTakes(flag)
  const known = tree ? tree.kindOf(words) : null
  const meant =
    tree && known === 'unknown' ? tree.near([...words, ...rest.filter(word => !word.startsWith('-'))]).map(found => `gcloud ${found}`) : []
  const track = trackOf(words[0])
  const path = track === 'ga' ? words : words.slice(1)
  return {
    args,
    track,
    path,
    known,
    meant,
    arguments: readArguments(rest, takes),
    flags,
    takes,
    globals: tree?.globals ?? NO_FLAGS,
    shows: showsOf(flags, path)
  }
}

function trackOf(word: string | undefined): Track {
  return word === 'alpha' || word === 'beta' || word === 'preview' ? word : 'ga'
}

/**
 * Returns the words of the path, including the release track, up to a command in the tree or the first verb. Global flags in between
 * become part of the rest.
 */
function wordsOf(tokens: readonly string[], tree: CommandTree | undefined): { words: string[]; rest: string[] } {
  const words: string[] = []
  const before: string[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? ''
    const flag = flagOf(token)
    if (token === '--' || isWhole(words, tree)) return { words, rest: [...before, ...tokens.slice(at)] }
    if (!flag) {
      if (tree?.kindOf(words) === 'group' && tree.kindOf([...words, token]) === 'unknown')
        return { words: [...words, token], rest: [...before, ...tokens.slice(at + 1)] }
      words.push(token)
    } else if (!GLOBAL_FLAGS.has(flag.name)) throw misplaced(flag.name, words)
    else {
      const ownValue = GLOBAL_FLAGS.get(flag.name) === 'value' && flag.value === undefined
      before.push(...tokens.slice(at, at + (ownValue ? 2 : 1)))
      at += Number(ownValue)
    }
  }
  return { words, rest: before }
}

function isWhole(words: readonly string[], tree: CommandTree | undefined): boolean {
  if (tree) return tree.kindOf(words) === 'command' || tree.kindOf(words) === 'unknown'
  const track = TRACKS.has(words[0] ?? '') ? 1 : 0
  const last = words.length - 1
  return last >= track && isVerb(words[last] ?? '', last - track)
}

/** Whether the flag takes a value is unknown before the command is, so the next word could be either. */
function misplaced(flag: string, words: readonly string[]) {
  const where = words.length === 0 ? 'the command' : `"${words.join(' ')}" and the rest of the command`
  return badInput('args', `has ${flag} before ${where}`, 'the path of the command first, then its flags')
}

function showsOf(flags: readonly Flag[], path: readonly string[]): Command['shows'] {
  if (flags.some(({ name }) => name === '--help' || name === '-h') || path[0] === 'help') return 'help'
  return path.length === 0 && flags.some(({ name }) => name === '--version' || name === '-v') ? 'version' : undefined
}

/** Returns `projects list`, with the release track if there is one. */
export const shownPath = ({ track, path }: Pick<Command, 'track' | 'path'>): string => (track === 'ga' ? path : [track, ...path]).join(' ')

import { badInput } from '../errors.ts'
import { valuesOf } from './arguments.ts'
import type { Command } from './command.ts'

export const FORMATS = ['auto', 'json', 'raw'] as const

export interface Wanted {
  project?: string
  format: (typeof FORMATS)[number]
}

/**
 * Returns the arguments that gcloud receives. gcloud never prompts, because its prompts have dangerous defaults; the caller confirms
 * instead. The gateway adds its flags before a `--`, because everything after that belongs to another program.
 */
export function argvOf(command: Command, { project, format }: Wanted): string[] {
  if (command.shows === 'version') return ['--version']
  if (command.shows === 'help') return helpOf(command)
  const named = (name: string): boolean => command.flags.some(flag => flag.name === name)
  const projects = valuesOf(command.arguments, '--project')
  if (project !== undefined && projects.some(value => value !== project))
    throw badInput('project', 'conflicts with --project in the command', 'one of the two')
  if (format === 'json' && named('--format')) throw badInput('format', 'conflicts with --format in the command', 'one of the two')
  const added = [
    ...(project !== undefined && projects.length === 0 ? [`--project=${project}`] : []),
    ...(format !== 'raw' && !named('--format') ? ['--format=json'] : []),
    ...(named('--quiet') || named('-q') ? [] : ['--quiet'])
  ]
  const cut = command.args.indexOf('--')
  const at = cut < 0 ? command.args.length : cut
  return [...command.args.slice(0, at), ...added, ...command.args.slice(at)]
}

/** Keeps only the path, so that nothing else on the line can have an effect. */
function helpOf({ track, path, arguments: args }: Command): string[] {
  const end = args.findIndex(({ role }) => role !== 'positional')
  const topic = path[0] === 'help' ? [...path.slice(1), ...args.slice(0, end < 0 ? args.length : end).map(({ text }) => text)] : path
  const words = [...(track === 'ga' ? [] : [track]), ...topic]
  const strange = words.find(word => !isPathWord(word))
  if (strange !== undefined)
    throw badInput('args', `has ${strange.slice(0, 80)} in the path`, 'the words of a command, such as projects list')
  return [...words, '--help']
}

/** Whether a word is a valid name of a group or command. */
export const isPathWord = (word: string): boolean => /^[a-z0-9][a-z0-9-]*$/.test(word)

/** Whether stdout will be parsed as JSON. */
export function wantsJson({ flags, shows }: Command, { format }: Wanted): boolean {
  const own = flags.findLast(({ name }) => name === '--format')
  return shows === undefined && format !== 'raw' && (own === undefined || own.value === undefined || own.value.startsWith('json'))
}

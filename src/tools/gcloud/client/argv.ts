import type { Command } from './command.ts'
import { badInput } from './failure.ts'
import { valuesOf } from './flags.ts'

export const FORMATS = ['auto', 'json', 'raw'] as const

export interface Wanted {
  project?: string
  format: (typeof FORMATS)[number]
}

/**
 * What gcloud is given in the end. Nothing is ever asked: its questions have dangerous defaults, so that whoever confirms does so before. What the
 * gateway adds stands before a `--`, since all that follows one belongs to another program.
 */
export function argvOf(command: Command, { project, format }: Wanted): string[] {
  if (command.shows === 'version') return ['--version']
  if (command.shows === 'help') return helpOf(command)
  const named = (name: string): boolean => command.flags.some(flag => flag.name === name)
  const given = valuesOf(command.args, '--project')
  if (project !== undefined && given.some(value => value !== project))
    throw badInput('project', 'is given beside --project in the command', 'one of the two')
  if (format === 'json' && named('--format')) throw badInput('format', 'is given beside --format in the command', 'one of the two')
  const added = [
    ...(project !== undefined && given.length === 0 ? [`--project=${project}`] : []),
    ...(format !== 'raw' && !named('--format') ? ['--format=json'] : []),
    ...(named('--quiet') || named('-q') ? [] : ['--quiet'])
  ]
  const cut = command.args.indexOf('--')
  const at = cut < 0 ? command.args.length : cut
  return [...command.args.slice(0, at), ...added, ...command.args.slice(at)]
}

/** Only the path that is asked about: nothing else of the line can then do anything. */
function helpOf({ track, path, rest }: Command): string[] {
  const end = rest.findIndex(word => word.startsWith('-'))
  const asked = path[0] === 'help' ? [...path.slice(1), ...(end < 0 ? rest : rest.slice(0, end))] : path
  const words = [...(track === 'ga' ? [] : [track]), ...asked]
  const strange = words.find(word => !isPathWord(word))
  if (strange !== undefined)
    throw badInput('args', `has ${strange.slice(0, 80)} in the path`, 'the words of a command, such as projects list')
  return [...words, '--help']
}

/** What a group or a command can be called. */
export const isPathWord = (word: string): boolean => /^[a-z0-9][a-z0-9-]*$/.test(word)

/** Whether stdout is to be read as JSON. */
export function wantsJson({ flags, shows }: Command, { format }: Wanted): boolean {
  const own = flags.findLast(({ name }) => name === '--format')
  return shows === undefined && format !== 'raw' && (own === undefined || own.value === undefined || own.value.startsWith('json'))
}

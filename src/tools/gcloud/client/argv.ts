import { type Command, shownPath } from './command.ts'
import { badInput } from './failure.ts'

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
  const given = command.flags.find(flag => flag.name === '--project')
  if (project !== undefined && given && given.value !== project)
    throw badInput('project', 'is given beside --project in the command', 'one of the two')
  if (format === 'json' && named('--format')) throw badInput('format', 'is given beside --format in the command', 'one of the two')
  const added = [
    ...(project !== undefined && !given ? [`--project=${project}`] : []),
    ...(format !== 'raw' && !named('--format') ? ['--format=json'] : []),
    ...(named('--quiet') || named('-q') ? [] : ['--quiet'])
  ]
  const cut = command.args.indexOf('--')
  const at = cut < 0 ? command.args.length : cut
  return [...command.args.slice(0, at), ...added, ...command.args.slice(at)]
}

/** Only the path: nothing else of the line can then do anything. */
function helpOf(command: Command): string[] {
  const words = shownPath(command)
    .split(' ')
    .filter(word => word !== '')
  return words[0] === 'help' ? [...words.slice(1), '--help'] : [...words, '--help']
}

/** Whether stdout is to be read as JSON. */
export function wantsJson({ flags, shows }: Command, { format }: Wanted): boolean {
  const own = flags.findLast(({ name }) => name === '--format')
  return shows === undefined && format !== 'raw' && (own === undefined || own.value === undefined || own.value.startsWith('json'))
}

import type { Permission } from '../../../../contract/operation.ts'
import { splitWords } from '../../../../lib/command-line.ts'
import { argvOf, type Wanted, wantsJson } from '../command/argv.ts'
import { type Command, readCommand } from '../command/command.ts'
import { redactedArguments } from '../command/redacted.ts'
import { endsInVerb } from '../command/verbs.ts'
import { resolveDirectory } from '../directories.ts'
import { environmentOf, type Variable } from '../environment.ts'
import { badInput } from '../errors.ts'
import type { Gcloud } from '../gcloud.ts'
import { deniedByHostName } from '../policy/host-names.ts'
import { deniedByObjectNames } from '../policy/object-names.ts'
import { firstOutsideRoots, possiblePaths, type RunContext } from '../policy/path-guard.ts'
import { type Judgment, judge, type Lists } from '../policy/policy.ts'
import { checkProjects } from '../policy/project-limit.ts'

/** A command in the input of a call. */
export interface CommandInput extends Wanted {
  args?: string[]
  command?: string
  working_directory?: string
  environment: Variable[]
}

/** A parsed command with the verdict of the policy. */
export interface Plan {
  command: Command
  argv: string[]
  judgment: Judgment
  /** Absolute path. */
  directory: string
  environment: Record<string, string>
  /** Whether stdout will be parsed as JSON. */
  json: boolean
}

/** Returns the words of the command from either form of input. */
export function commandWords({ args, command }: Pick<CommandInput, 'args' | 'command'>): string[] {
  const words = args ?? splitWords(command ?? '')
  const place = words.findIndex(word => word.includes('\0') || !word.isWellFormed())
  if (place >= 0)
    throw badInput(args ? `args[${place}]` : 'command', 'contains a NUL or a lone surrogate', 'text without NUL, in valid Unicode')
  if (words.length === 0) throw badInput(args ? 'args' : 'command', 'is empty', 'the words of a command, such as projects list')
  return words
}

/** Parses, resolves and judges a command without running it. */
export async function createPlan(gcloud: Gcloud, input: CommandInput, key: string): Promise<Plan> {
  const command = readCommand(commandWords(input), await gcloud.tree())
  const argv = argvOf(command, input)
  const directory = await resolveDirectory(gcloud.folders, input.working_directory)
  const environment = environmentOf(gcloud.environment, input.environment)
  await checkProjects(gcloud, argv, environment)
  const judgment = await judgeCommand(command, gcloud.listsFor(key), { places: gcloud.folders, directory, environment })
  return { command, argv, judgment, directory, environment, json: wantsJson(command, input) }
}

/** Judges a command: first its path and flags, then the paths in its arguments. */
export async function judgeCommand(command: Command, lists: Lists, surroundings: RunContext): Promise<Judgment> {
  const judgment = judge(command, lists)
  if (judgment.verdict === 'denied' || command.shows !== undefined) return judgment
  const denial = deniedByObjectNames(command) ?? deniedByHostName(command, surroundings.environment, lists.allow)
  if (denial) return denial
  const stray = await firstOutsideRoots(possiblePaths(command, lists.allow), surroundings)
  return stray === undefined ? judgment : deniedPath(stray)
}

const deniedPath = (argument: string): Judgment => ({
  verdict: 'denied',
  permission: 'read',
  why: `${redactedArguments([argument]).join('').slice(0, 80)} is a path on the gateway's host outside the roots${argument.includes('$') ? ', or contains a variable, which is not expanded here' : ''}.`,
  alternative: 'Use a gs:// URL, or the value itself. If the flag takes no path, the operator can allow it by name in GCLOUD_ALLOW.'
})

/** Returns the permission of a job over many items. Unless the input alone shows a read, it is a write. */
export const eachPermissionOf = (input: Pick<CommandInput, 'args' | 'command'>): Permission => permissionOf({ ...input, confirm: true })

/**
 * Returns the permission of a call from its input alone. The plan decides later with the commands of the installed SDK and the settings.
 * A denied or invalid command needs no confirmation before it is refused.
 */
export function permissionOf(input: Pick<CommandInput, 'args' | 'command'> & { confirm?: boolean }): Permission {
  try {
    const command = readCommand(commandWords(input))
    const { verdict, permission } = judge(command)
    if (verdict !== 'denied' && endsInVerb(command.path)) return permission
    return input.confirm === true ? 'write' : 'read'
  } catch {
    return 'read' // refused later with a message
  }
}

import type { Permission } from '../../../contract/operation.ts'
import { splitWords } from '../../../lib/words.ts'
import { argvOf, type Wanted, wantsJson } from './argv.ts'
import { type Command, readCommand } from './command.ts'
import { environmentOf, type Variable } from './environment.ts'
import { badInput } from './failure.ts'
import type { Gcloud } from './gcloud.ts'
import { directoryFor } from './places.ts'
import { type Judgement, judge } from './policy.ts'
import { strayIn } from './stray.ts'
import { endsInVerb } from './verbs.ts'

/** What a caller says of a command. */
export interface Asked extends Wanted {
  args?: string[]
  command?: string
  working_directory?: string
  environment: Variable[]
}

/** What would be run, and what the policy says of it. */
export interface Plan {
  command: Command
  argv: string[]
  judgement: Judgement
  /** Absolute. */
  directory: string
  environment: Record<string, string>
  /** stdout is to be read as JSON. */
  json: boolean
}

/** The words of the command, however they were given. */
export function wordsIn({ args, command }: Pick<Asked, 'args' | 'command'>): string[] {
  const words = args ?? splitWords(command ?? '')
  const place = words.findIndex(word => word.includes('\0') || !word.isWellFormed())
  if (place >= 0) throw badInput(args ? `args[${place}]` : 'command', 'holds a NUL or half a character', 'text that a program can be given')
  if (words.length === 0) throw badInput(args ? 'args' : 'command', 'is empty', 'the words of a command, such as projects list')
  return words
}

/** Reads, resolves and judges a command; runs nothing. */
export async function planOf(gcloud: Gcloud, asked: Asked, key: string): Promise<Plan> {
  const command = readCommand(wordsIn(asked), await gcloud.tree())
  const argv = argvOf(command, asked)
  const directory = await directoryFor(gcloud.places, asked.working_directory)
  const stray = await strayIn(command.args, gcloud.places, directory)
  return {
    command,
    argv,
    judgement: stray === undefined ? judge(command, gcloud.listsFor(key)) : strayed(stray),
    directory,
    environment: environmentOf(gcloud.environment, asked.environment),
    json: wantsJson(command, asked)
  }
}

const strayed = (argument: string): Judgement => ({
  verdict: 'denied',
  permission: 'read',
  why: `${argument.slice(0, 80)} names a place on the machine of the gateway that is outside the roots.`,
  alternative: 'Give a gs:// address, or the value itself.'
})

/**
 * What a call may do, told by its input alone: as the plan tells it later, which knows the commands of the installed SDK and the settings, too.
 * What is denied, or no command at all, asks for no confirmation before it is refused.
 */
export function permissionOf(asked: Pick<Asked, 'args' | 'command'> & { confirm?: boolean }): Permission {
  try {
    const command = readCommand(wordsIn(asked))
    const { verdict, permission } = judge(command)
    if (verdict !== 'denied' && endsInVerb(command.path)) return permission
    return asked.confirm === true ? 'write' : 'read'
  } catch {
    return 'read' // it is refused in words later, and not run
  }
}

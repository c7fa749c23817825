import { argvOf } from './client/command/argv.ts'
import { readCommand } from './client/command/command.ts'
import { redactedArguments, redactedCommand } from './client/command/redacted.ts'
import { refusal } from './client/errors.ts'
import { type CommandInput, commandWords } from './client/run/plan.ts'

/** Shows the exact command and directory in full, because the user who decides must see what they approve. */
export const messageFor =
  (verb: string) =>
  (input: CommandInput): string => {
    const where = input.working_directory === undefined ? '' : ` in ${input.working_directory}`
    return `${verb} ${redactedCommand(argvOf(readCommand(commandWords(input)), input))}${where}`
  }

/** The same for programs: the arguments as a list, and the directory. */
export const confirmationDetails = (input: CommandInput): { argv: string[]; directory: string | null } => ({
  argv: redactedArguments(argvOf(readCommand(commandWords(input)), input)),
  directory: input.working_directory ?? null
})

/** No one can answer a prompt over HTTP, and without an answer gcloud uses its default. */
export function refuseInteractive({ interactive }: { interactive: boolean }): void {
  if (!interactive) return
  throw refusal('cannot_be_honoured', 'A command cannot be interactive here: no one could answer its prompts.', {
    suggestions: [
      'Omit interactive, and pass what the command would ask for as flags: see gcloud_help.',
      'Send confirm: true instead of answering whether to continue.',
      'Run commands that need a terminal, such as ssh and auth login, in your own terminal.'
    ]
  })
}

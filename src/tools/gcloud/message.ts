import { redact } from '../../lib/process/redact.ts'
import { quoted } from '../../lib/words.ts'
import { argvOf } from './client/argv.ts'
import { readCommand } from './client/command.ts'
import { refusal } from './client/failure.ts'
import { type Asked, wordsIn } from './client/plan.ts'

const LONGEST = 240

/** Shows exactly what would be run, and where. */
export const messageFor =
  (verb: string) =>
  (asked: Asked): string => {
    const line = redact(quoted(['gcloud', ...argvOf(readCommand(wordsIn(asked)), asked)]))
    const where = asked.working_directory === undefined ? '' : ` in ${asked.working_directory.slice(0, 40)}`
    return `${verb} ${line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line}${where}`
  }

/** Nobody can answer a question over HTTP, and without an answer gcloud takes its own. */
export function notInteractive({ interactive }: { interactive: boolean }): void {
  if (!interactive) return
  throw refusal('cannot_be_honoured', 'A command cannot be interactive here: nobody could answer its questions.', {
    suggestions: [
      'Leave interactive out, and give by flags what the command would ask for: gcloud_help tells which.',
      'Send confirm: true in place of answering whether to go on.',
      'Run commands that need a terminal, such as ssh and auth login, in one of your own.'
    ]
  })
}

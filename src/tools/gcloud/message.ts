import { argvOf } from './client/argv.ts'
import { readCommand } from './client/command.ts'
import { refusal } from './client/failure.ts'
import { type Asked, wordsIn } from './client/plan.ts'
import { shownLine, shownWords } from './client/shown.ts'

/** Shows exactly what would be run, and where: all of it, since whoever decides must see what he agrees to. */
export const messageFor =
  (verb: string) =>
  (asked: Asked): string => {
    const where = asked.working_directory === undefined ? '' : ` in ${asked.working_directory}`
    return `${verb} ${shownLine(argvOf(readCommand(wordsIn(asked)), asked))}${where}`
  }

/** The same for programs: the arguments, one each, and the directory. */
export const showsFor = (asked: Asked): { argv: string[]; directory: string | null } => ({
  argv: shownWords(argvOf(readCommand(wordsIn(asked)), asked)),
  directory: asked.working_directory ?? null
})

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

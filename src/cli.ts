import { call } from './cli/call.ts'
import { checkConfig } from './cli/check-config.ts'
import { completer, completion } from './cli/completion.ts'
import { makeKey } from './cli/make-key.ts'
import type { Outcome } from './cli/outcome.ts'
import { searchCatalog } from './cli/search-catalog.ts'
import { speakMcp } from './cli/speak-mcp.ts'
import { watchJob } from './cli/watch-job.ts'
import type { ProcessEnvironment } from './config/environment.ts'

type Command = (words: string[], env: ProcessEnvironment) => Outcome | Promise<Outcome>

const COMMANDS: Record<string, Command> = {
  'keys new': makeKey,
  'config check': checkConfig,
  mcp: speakMcp,
  help: () => ({ code: 0, out: USAGE }),
  call,
  'jobs watch': watchJob,
  'catalog search': searchCatalog,
  completion,
  complete: (words, env) => completer(NAMES)(words, env)
}

/** Commands that people give. */
const NAMES: readonly string[] = Object.keys(COMMANDS).filter(name => name !== 'complete')

const USAGE = `Usage:
  toolgate keys new --id NAME --scopes SCOPE,SCOPE [--expires DATE] [--description TEXT] [--into FILE]
      Makes a key: prints it, once, and the entry to store. With --into, adds the entry to a file for TOOLGATE_KEYS_FILE.
  toolgate config check
      Reads the configuration as a start would, and lists every problem.
  toolgate mcp [--sandbox]
      Speaks MCP over standard input and output, for a client that starts it. Its log goes to standard error.
  toolgate catalog search WORDS… [--json]
      Lists the operations that these words fit best, the nearest first.
  toolgate call OPERATION [--arg NAME=VALUE]… [--input JSON] [--json]
      Calls an operation of a running gateway and prints its data. --arg may be given again for a further item of a list; --input - reads
      the input from stdin; --json prints the whole answer.
  toolgate jobs watch ID [--json]
      Tells how far a job is until it has ended, or waits for somebody. Ends with 0 where all of it was done, 1 where not, 3 where it waits.
  toolgate completion bash|zsh|fish
      Prints what the shell is to read: source <(toolgate completion bash)
  toolgate help

A running gateway is looked for at TOOLGATE_URL (default http://127.0.0.1:8080), with the key of TOOLGATE_KEY.`

/** Runs one command of `npx toolgate`. */
export async function run(words: readonly string[], env: ProcessEnvironment): Promise<number> {
  const { code, out, err } = await answer(words, env)
  if (out !== undefined) process.stdout.write(`${out}\n`)
  if (err !== undefined) process.stderr.write(`${err}\n`)
  return code
}

/** What a command has to say, and the code to end with. */
export async function answer(words: readonly string[], env: ProcessEnvironment): Promise<Outcome> {
  const [name, command] =
    Object.entries(COMMANDS).find(
      ([name]) =>
        words
          .slice(0, name.split(' ').length)
          .join(' ')
          .replace(/^--?h(elp)?$/, 'help') === name
    ) ?? []
  if (name === undefined || command === undefined) {
    const said = words.length === 0 ? 'toolgate: a command is missing' : `toolgate: there is no command "${words.slice(0, 2).join(' ')}"`
    return { code: 2, err: `${said}\n\n${USAGE}` }
  }
  try {
    return await command(words.slice(name.split(' ').length), env)
  } catch (error) {
    if (!isMisuse(error)) throw error
    return { code: 2, err: `toolgate ${name}: ${error.message}\n\n${USAGE}` }
  }
}

/** An option that parseArgs does not know, or that lacks its value. */
function isMisuse(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}

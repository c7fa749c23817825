import { approveCall, denyCall, listApprovals } from './cli/approvals.ts'
import { call } from './cli/call.ts'
import { checkConfig } from './cli/check-config.ts'
import { completer, completion } from './cli/completion.ts'
import { doctor } from './cli/doctor.ts'
import { explainPolicy } from './cli/explain-policy.ts'
import { googleLogin } from './cli/google-login.ts'
import { listKeys, revokeKey, rotateKey } from './cli/keys.ts'
import { newKeyCommand } from './cli/new-key.ts'
import { type Outcome, printable } from './cli/outcome.ts'
import { searchCatalog } from './cli/search-catalog.ts'
import { serveMcp } from './cli/serve-mcp.ts'
import { verifyRecordCommand } from './cli/verify-record.ts'
import { watchJob } from './cli/watch-job.ts'
import type { ProcessEnvironment } from './config/environment.ts'

interface Command {
  run: (words: string[], env: ProcessEnvironment) => Outcome | Promise<Outcome>
  /** The arguments that follow the name. */
  usage: string
  /** Its description, in lines of at most 120 characters. */
  about: string
}

const COMMANDS: Readonly<Record<string, Command>> = {
  'keys new': {
    run: newKeyCommand,
    usage: `--id NAME --scopes SCOPE,SCOPE [--expires DATE] [--description TEXT]
                    [--managed | --into FILE [--group-readable]]`,
    about: `Creates a key: prints it, once, and the entry to store. With --into, adds the entry to a file for TOOLGATE_KEYS_FILE,
which only you can read; with --group-readable its group can read it, too, so that a container can that runs as another
user. With --managed, a running gateway creates and stores it: no file is needed.`
  },
  'keys list': {
    run: listKeys,
    usage: '[--created-by key:ID] [--json]',
    about: `Lists the keys of a running gateway, of its configuration and managed ones, with status, expiry and scopes. With
--created-by, only those that a key created.`
  },
  'keys rotate': {
    run: rotateKey,
    usage: 'ID [--overlap SECONDS]',
    about: `Replaces a managed key of a running gateway and prints the new one, once. The previous key is accepted for a day,
or for as long as --overlap specifies.`
  },
  'keys revoke': {
    run: revokeKey,
    usage: 'ID [--cancel-jobs]',
    about: `Revokes a key of a running gateway, managed or of its configuration, permanently and within a second. Its bulk jobs
pause, or are cancelled with --cancel-jobs.`
  },
  'approvals list': {
    run: listApprovals,
    usage: '[--all] [--json]',
    about: 'Lists the pending approvals of a running gateway, or all of them with --all: ID, status, requester, message.'
  },
  'approvals approve': {
    run: approveCall,
    usage: 'ID [--reason TEXT]',
    about: 'Lets a call of another caller run, once. TOOLGATE_KEY needs the scope approvals:decide, or that of the system.'
  },
  'approvals deny': {
    run: denyCall,
    usage: 'ID --reason TEXT',
    about: 'Refuses a call of another caller, which gets the reason.'
  },
  'policy explain': {
    run: explainPolicy,
    usage: "KEY OPERATION '{ INPUT }'",
    about: `Explains whether a key may make a call: which scope allows it, and which entry of policy decides. KEY is the ID of a key
of the configuration, or local (calls without a key). Reads the configuration only; makes no call.`
  },
  'config check': {
    run: checkConfig,
    usage: '',
    about: 'Checks the configuration and lists every problem. Starts nothing and connects to nothing.'
  },
  doctor: {
    run: doctor,
    usage: '[--json]',
    about: `Checks what a gateway with this configuration needs: versions, keys, data folder, port, Redis, clock, and the connection of
each system. Prints what to do. Exits with 1 if there is a problem. Starts the private Redis while it runs, if REDIS_URL is
not set.`
  },
  'google login': {
    run: googleLogin,
    usage: '[--scopes SCOPE,SCOPE] [--port N] [--timeout SECONDS] [--into FILE]',
    about: `Obtains the refresh token for Gmail and Google Calendar: prints a URL, waits until you granted access in a browser, and
prints what to set. Needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET. With --into, stores the token in a file that only you
can read. With --port, the browser returns to that port, such as one that an SSH tunnel forwards.`
  },
  mcp: {
    run: serveMcp,
    usage: '[--sandbox] [--pack NAME]…',
    about: `Serves MCP over standard input and output, for a client that starts it. Its log goes to standard error. --sandbox: fake
data for systems that are not configured. --pack limits the tools to those of a pack; repeat it for further packs.`
  },
  'catalog search': {
    run: searchCatalog,
    usage: 'WORDS… [--json]',
    about: 'Lists the operations that match these words, best match first.'
  },
  call: {
    run: call,
    usage: 'OPERATION [--arg NAME=VALUE]… [--input JSON] [--json]',
    about: `Calls an operation of a running gateway and prints its data. Repeat --arg for further items of a list; --input - reads the
input from stdin; --json prints the whole response.`
  },
  'jobs watch': {
    run: watchJob,
    usage: 'ID [--json]',
    about: `Shows the progress of a job until it has ended, or waits for you. Exits with 0 if all of it was done, 1 if not, 3 if it
waits.`
  },
  'record verify': {
    run: verifyRecordCommand,
    usage: '[--json]',
    about: `Verifies the record of calls in the data folder: names each row that was changed, removed or reordered. Prints the head
of the record; keep a copy elsewhere to compare. Exits with 1 if there is a problem.`
  },
  completion: {
    run: completion,
    usage: 'bash|zsh|fish',
    about: 'Prints the completion script of a shell: source <(toolgate completion bash)'
  },
  help: { run: words => helpFor(words), usage: '[COMMAND]', about: 'Shows this help, or that of one command.' }
}

/** Called by the completion scripts, not by people. */
const COMPLETE = 'complete'
const NAMES: readonly string[] = Object.keys(COMMANDS)

const REMOTE = 'Commands that call a running gateway use TOOLGATE_URL (default http://127.0.0.1:8080) and the key TOOLGATE_KEY.'

const sectionOf = (name: string, { usage, about }: Command): string =>
  `${`  toolgate ${name} ${usage}`.trimEnd()}\n${about.replaceAll(/^/gm, '      ')}`

const usageOf = (commands: readonly [string, Command][]): string =>
  `Usage:\n${commands.map(([name, command]) => sectionOf(name, command)).join('\n')}\n\n${REMOTE}`

const USAGE = `${usageOf(Object.entries(COMMANDS))}
In a clone, call it as npx toolgate in the folder of the clone, or by its path, script/toolgate, from anywhere.`

/** Returns the usage of a command, or of all commands whose names start with these words (`keys`); undefined if there are none. */
function usageFor(words: readonly string[]): string | undefined {
  const named = Object.entries(COMMANDS).filter(([name]) => isPrefix(name.split(' '), words) || isPrefix(words, name.split(' ')))
  return named.length === 0 ? undefined : usageOf(named)
}

const isPrefix = (some: readonly string[], all: readonly string[]): boolean => some.length > 0 && some.every((word, at) => all[at] === word)

function helpFor(words: readonly string[]): Outcome {
  if (words.length === 0) return { code: 0, out: USAGE }
  const usage = usageFor(words)
  return usage === undefined ? unknownCommand(words) : { code: 0, out: usage }
}

const unknownCommand = (words: readonly string[]): Outcome => ({
  code: 2,
  err: `toolgate: there is no command "${words.slice(0, 2).join(' ')}"\n\n${USAGE}`
})

const isHelp = (word: string): boolean => ['--help', '-help', '-h'].includes(word)

/** Runs one command of `npx toolgate`. */
export async function run(words: readonly string[], env: ProcessEnvironment): Promise<number> {
  const { code, out, err } = await runCommand(words, env)
  if (out !== undefined) process.stdout.write(`${printable(out)}\n`)
  if (err !== undefined) process.stderr.write(`${printable(err)}\n`)
  return code
}

/** The output of a command, and the code to exit with. */
export async function runCommand(words: readonly string[], env: ProcessEnvironment): Promise<Outcome> {
  const [first, ...rest] = words
  if (first === undefined) return { code: 2, err: `toolgate: a command is missing\n\n${USAGE}` }
  if (first === COMPLETE) return await completer(NAMES)(rest, env)
  if (words.some(isHelp)) return helpFor(words.filter(word => !word.startsWith('-')))
  const [name, command] = Object.entries(COMMANDS).find(([known]) => isPrefix(known.split(' '), words)) ?? []
  if (name === undefined || command === undefined) return unknownCommand(words)
  try {
    return await command.run(words.slice(name.split(' ').length), env)
  } catch (error) {
    if (!isMisuse(error)) throw error
    return { code: 2, err: `toolgate ${name}: ${error.message}\n\n${usageOf([[name, command]])}` }
  }
}

/** Whether parseArgs refused an option: unknown, or without its value. */
function isMisuse(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}

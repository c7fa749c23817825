import { Type } from 'typebox'
import { nullable, stringEnum } from '../../contract/schema.ts'
import { FORMATS } from './client/command/argv.ts'
import { ALLOWED_NAMES } from './client/environment.ts'

/** How a command is given in the input of every operation. */
export const COMMAND_INPUT = {
  args: Type.Optional(
    Type.Array(Type.String({ maxLength: 32_768, description: 'One argument, passed literally: it needs no quoting' }), {
      minItems: 1,
      maxItems: 500,
      'x-secret': true, // it may contain a password; the message of the call shows it redacted
      description: 'Arguments of the command, one per entry, without the leading gcloud: ["projects", "list"]. Set either this or command'
    })
  ),
  command: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 32_768,
      'x-secret': true, // it may contain a password, and inputs are logged
      description:
        'The command as one string, split by POSIX quoting rules: single quotes, double quotes, backslash. Nothing is expanded, and | ; & < > ( ) outside quotes are refused. Set either this or args'
    })
  ),
  project: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'ID of the project, passed as --project. Default: the project of the gcloud configuration'
    })
  ),
  format: stringEnum(FORMATS, {
    default: 'auto',
    description:
      'auto, json: request JSON and parse it into structured_output; auto keeps a --format of the command. raw: return lines only. Default auto'
  }),
  working_directory: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4096,
      description:
        'Directory to run in, inside the roots, relative to the first one or absolute. Default: an empty directory of the gateway'
    })
  ),
  environment: Type.Array(
    Type.Object({
      name: Type.String({ minLength: 1, maxLength: 100, description: `Name: one of ${ALLOWED_NAMES.join(', ')}` }),
      value: Type.String({ maxLength: 1_000, description: 'Value for this command' })
    }),
    {
      maxItems: 20,
      default: [],
      'x-record': true,
      description: 'Environment variables for this command. Default: none'
    }
  ),
  interactive: Type.Boolean({
    default: false,
    description:
      'Must be false: no one can answer a prompt over HTTP. Default false. true is refused with 422 and an explanation of what to do instead'
  })
}

export const argv = Type.Array(Type.String(), {
  description: 'Arguments for gcloud, one per entry; secrets are replaced by [redacted]'
})

export const permission = stringEnum(['read', 'write', 'destructive'], { description: 'Scope that the key needs' })

/** The output of a command. */
export const OUTPUT = {
  command: Type.String({
    description: 'Command as it was run, quoted for a shell; secrets are replaced by [redacted]'
  }),
  argv,
  directory: nullable(Type.String(), { description: 'Working directory, as requested; null: an empty directory of the gateway' }),
  success: Type.Boolean({
    description: 'Whether the command ended by itself with exit code 0, without a failure that gcloud reports only as a warning'
  }),
  exit_code: nullable(Type.Integer(), { description: 'Exit code; null: it was terminated by a signal' }),
  signal: nullable(Type.String(), { description: 'Signal that terminated it; null if it ended by itself' }),
  stdout: Type.Array(Type.String(), {
    description: 'Lines on stdout; text that looks like a secret is removed. Empty if structured_output contains them',
    'x-volatile': true
  }),
  stderr: Type.Array(Type.String(), { description: 'Lines on stderr: progress, warnings, prompts, errors', 'x-volatile': true }),
  execution_time: Type.Integer({ minimum: 0, description: 'Duration in milliseconds', 'x-volatile': true }),
  cancelled: Type.Boolean({ description: 'Whether the command was terminated because the client disconnected or the job was cancelled' }),
  timed_out: Type.Boolean({ description: 'Whether the command was terminated after timeout_ms; the output so far is included' }),
  error: nullable(Type.String(), { description: 'What went wrong, as gcloud reports it; null after a success' }),
  authentication_required: Type.Boolean({
    description:
      "true: no credentials work, and the operator must log in on the gateway's machine; the first suggestion is the command for it"
  }),
  suggestions: Type.Array(Type.String(), { description: 'Commands, flags and hints that may help, from gcloud and the gateway' }),
  structured_output: Type.Unknown({ description: 'stdout parsed as JSON, if all of it is JSON; else null', 'x-volatile': true }),
  warnings: Type.Array(Type.String(), { description: 'Warnings among the lines of stderr', 'x-volatile': true }),
  truncated: Type.Boolean({
    description:
      'true: output is missing. Either the command printed more than 10 MB, and only the beginning of the output and the last lines of stderr are included, or a process that it left behind was still printing'
  }),
  omitted_bytes: Type.Integer({ minimum: 0, description: 'Number of bytes that were omitted' })
}

/** Errors of every operation that starts gcloud. */
export const GCLOUD_ERRORS = {
  command_denied:
    'The policy denies the command or an argument: it prints a secret, opens a shell or a tunnel, changes the local configuration or reads local files; suggestions list alternatives',
  machine_busy: "The gateway's host cannot start a program at the moment",
  cannot_be_honoured: 'interactive is true, or the command prompted for an answer, which no one can give',
  unknown_command: 'gcloud has no such command; suggestions list similar ones',
  incomplete_command:
    'Shared text: `The arguments name a group of commands, not a command`; drop the row from gcloud_help if the operation cannot return it',
  unknown_argument: 'The command has no such flag or argument',
  missing_argument: 'The command needs another argument',
  invalid_format: 'gcloud does not support the value of --format',
  project_missing: 'The command needs a project, and none is set or configured',
  project_invalid: 'The project is given by its name or number instead of its ID',
  location_missing: 'The command needs a zone or a region',
  api_disabled: 'The API is not enabled on the project',
  no_account: "No account is active: the operator must log in on the gateway's host",
  reauthentication_needed: "The operator must log in again on the gateway's host",
  upstream_not_found: 'The resource does not exist, or is not visible to the account',
  already_exists: 'The resource already exists'
} as const

/** Errors of every operation that runs a command in a directory. */
export const COMMAND_ERRORS = {
  ...GCLOUD_ERRORS,
  outside_roots: 'working_directory is outside the roots',
  file_not_found: 'working_directory does not exist',
  not_a_directory: 'working_directory is a file'
} as const

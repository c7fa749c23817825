import { Type } from 'typebox'
import { nullable, words } from '../../contract/schema.ts'
import { FORMATS } from './client/argv.ts'
import { ALLOWED_NAMES } from './client/environment.ts'

/** What any command of a caller's is given by. */
export const ASKED = {
  args: Type.Optional(
    Type.Array(Type.String({ maxLength: 32_768, description: 'One argument, as it is: it needs no quoting' }), {
      minItems: 1,
      maxItems: 500,
      'x-kept': false, // as a command, it may hold a password
      description: 'The words of the command, one each, without gcloud in front: ["projects", "list"]. Give either this or command'
    })
  ),
  command: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 32_768,
      'x-secret': true, // it may hold a password, and the log holds inputs
      description:
        'The same as one text, split by the quoting rules of POSIX: single quotes, double quotes, backslash. Nothing is expanded, and | ; & < > ( ) outside quotes are refused'
    })
  ),
  project: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Id of the project, given as --project. Default: that of the configuration of gcloud'
    })
  ),
  format: words(FORMATS, {
    default: 'auto',
    description:
      'auto and json: ask for JSON by --format=json, and read it into structured_output; auto leaves a --format of the command alone. raw: add nothing, answer lines only'
  }),
  working_directory: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4096,
      description: 'Directory to run in, inside the roots, relative to the first one or absolute. Default: an empty one of the gateway'
    })
  ),
  environment: Type.Array(
    Type.Object({
      name: Type.String({ minLength: 1, maxLength: 100, description: `One of: ${ALLOWED_NAMES.join(', ')}` }),
      value: Type.String({ maxLength: 1_000, description: 'Its value for this command' })
    }),
    { maxItems: 20, default: [], description: 'Variables for this command. Only a few names are taken; another is answered 400 with those' }
  ),
  interactive: Type.Boolean({
    default: false,
    description: 'Must be false: nobody can answer a question over HTTP. true is answered 422 with what to do instead'
  })
}

export const argv = Type.Array(Type.String(), { description: 'Exactly what gcloud is given, one argument each' })

export const permission = words(['read', 'write', 'destructive'], { description: 'What the key must be allowed' })

/** What a command came to. */
export const OUTPUT = {
  command: Type.String({ description: 'The command as it was run, quoted so that it can be put into a shell' }),
  argv,
  directory: nullable(Type.String(), { description: 'Where it ran, as it was given; null: in an empty directory of the gateway' }),
  success: Type.Boolean({ description: 'It ended by itself with exit code 0, and not with a failure that it only warns of' }),
  exit_code: nullable(Type.Integer(), { description: 'null: it was ended by a signal' }),
  signal: nullable(Type.String(), { description: 'The signal that ended it; null where it ended by itself' }),
  stdout: Type.Array(Type.String(), { description: 'Its lines on stdout; what looks like a secret is taken out', 'x-volatile': true }),
  stderr: Type.Array(Type.String(), { description: 'Its lines on stderr: progress, warnings, questions, errors', 'x-volatile': true }),
  execution_time: Type.Integer({ minimum: 0, description: 'Milliseconds it took', 'x-volatile': true }),
  cancelled: Type.Boolean({ description: 'It was ended since the caller went away, or the job was cancelled' }),
  timed_out: Type.Boolean({ description: 'It was ended after timeout_ms; what it had printed is here' }),
  error: nullable(Type.String(), { description: 'What went wrong, in the words of gcloud; null after a success' }),
  authentication_required: Type.Boolean({
    description: 'No credential works: somebody must log in on the machine of the gateway; suggestions begin with the command'
  }),
  suggestions: Type.Array(Type.String(), { description: 'What gcloud itself proposes: commands and flags' }),
  structured_output: Type.Unknown({ description: 'stdout as JSON, where all of it is; else null', 'x-volatile': true }),
  warnings: Type.Array(Type.String(), { description: 'Warnings among the lines of stderr', 'x-volatile': true }),
  truncated: Type.Boolean({
    description:
      'It printed more than 10 MB, of which only the beginning is here, and the end of stderr; or somebody it left behind was still printing'
  }),
  omitted_bytes: Type.Integer({ minimum: 0, description: 'How many bytes were left out' })
}

/** How any command can be refused or fail. */
export const FAILURES = {
  command_denied:
    'The policy denies the command or an argument: it prints a secret, opens a shell or a tunnel, changes the local configuration or reads local files; suggestions say what to do instead',
  outside_roots: 'working_directory leads outside the roots',
  file_not_found: 'working_directory does not exist',
  not_a_directory: 'working_directory is a file',
  machine_busy: 'The machine of the gateway can start no program just now',
  cannot_be_honoured: 'interactive is true, or the command asked a question that nobody could answer',
  unknown_command: 'gcloud has no such command; suggestions hold those it proposes',
  incomplete_command: 'The words name a group of commands, and no command',
  unknown_argument: 'The command has no such flag or argument',
  missing_argument: 'The command needs a further argument',
  invalid_format: 'The value of --format is none that gcloud knows',
  project_missing: 'The command needs a project, and none is given or configured',
  project_invalid: 'The project is given by its name or number in place of its id',
  location_missing: 'The command needs a zone or a region',
  api_disabled: 'The API is not enabled on the project',
  no_account: 'No account is active: somebody must log in on the machine of the gateway',
  reauthentication_needed: 'The account must log in again, in person',
  upstream_not_found: 'What the command names does not exist, or is not visible to the account',
  already_exists: 'What the command would make is there already'
} as const

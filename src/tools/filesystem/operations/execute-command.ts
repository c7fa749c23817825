import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { programJob } from '../../../contract/program-job.ts'
import { oneOf } from '../../../contract/requires.ts'
import { nullable } from '../../../contract/schema.ts'
import { splitWords } from '../../../lib/words.ts'
import { execute } from '../client/execute.ts'
import { commandSaid, type Execution, programsIn, run } from '../client/programs.ts'
import { PATH_ERRORS } from '../failures.ts'
import { directoryPath } from '../schemas.ts'
import { filesystem } from '../tool.ts'

const job = programJob(filesystem, {
  name: 'execute_command',
  message: ({ message }: Execution) => message,
  execute: run
})

export default defineOperation(filesystem, {
  name: 'execute_command',
  summary: 'Run one of the programs that the operator allows',
  description:
    'Runs a program in a directory inside the roots, without a shell, and answers its exit code and what it printed on stdout and stderr, in order. Use it for programs such as git or a test runner, where the operator has allowed them: unless FILESYSTEM_COMMANDS names programs, it is switched off. Do not use it to read or change files: the other operations say more and lose less. What a program does may be gone for good; there is no undo. A program that takes longer than yield_time_ms goes on as a job, whose id is answered: follow it with jobs_get, read it with jobs_get_output, end it with jobs_cancel. An exit code other than 0 is no error of the call: see success.',
  permission: 'destructive',
  http: 'POST /execute_command',
  timeout_ms: 60_000,
  requires: [oneOf('args', 'command')],
  input: Type.Object({
    args: Type.Optional(
      Type.Array(Type.String({ maxLength: 32_768, description: 'One word, as it is: it needs no quoting' }), {
        minItems: 1,
        maxItems: 500,
        description: 'The program and its arguments: ["git", "status"]. Give either this or command'
      })
    ),
    command: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 32_768,
        'x-secret': true, // it may hold a password, and the log holds inputs
        description:
          'The same as one text, split by the quoting rules of POSIX. Nothing is expanded, and | ; & < > ( ) outside quotes are refused'
      })
    ),
    working_directory: directoryPath('Directory to run in'),
    timeout_seconds: Type.Integer({
      minimum: 1,
      maximum: 86_400,
      default: 30,
      description: 'The program, and all it started, is ended after so many seconds. Default 30'
    }),
    yield_time_ms: Type.Integer({
      minimum: 0,
      maximum: 30_000,
      default: 10_000,
      description: 'How long to wait for its end before the job is answered. Default 10,000'
    })
  }),
  output: Type.Object({
    running: Type.Boolean({ description: 'It goes on as the job job_id' }),
    success: nullable(Type.Boolean(), { description: 'It ended with exit code 0; null while it runs' }),
    exit_code: nullable(Type.Integer(), { description: 'null while it runs, or where a signal ended it' }),
    signal: nullable(Type.String(), { description: 'The signal that ended it; null otherwise' }),
    output: Type.String({
      description: 'What it printed so far on stdout and stderr, in order; what looks like a secret is taken out',
      'x-volatile': true
    }),
    timed_out: Type.Boolean({ description: 'It was ended after timeout_seconds; output holds what it had printed' }),
    cancelled: Type.Boolean({ description: 'It was ended since the caller went away or the job was cancelled' }),
    truncated: Type.Boolean({ description: 'output is not all of it' }),
    execution_time: Type.Integer({ minimum: 0, description: 'Milliseconds it took; 0 while it runs', 'x-volatile': true }),
    error: nullable(Type.String(), { description: 'What went wrong; null otherwise' }),
    job_id: nullable(Type.String({ 'x-volatile': true }), {
      description: 'The job that goes on, or that has more output; null where this is all'
    })
  }),
  errors: {
    ...PATH_ERRORS,
    file_not_found: 'working_directory does not exist',
    machine_busy: 'The host can start no program just now',
    command_denied: 'The program is not one of those that the operator allows; suggestions name them'
  },
  aliases: ['grz_execute_command'],
  see_also: ['jobs_get', 'jobs_get_output', 'jobs_cancel'],
  examples: [
    {
      name: 'print',
      summary: 'A program that is allowed',
      tested_elsewhere: 'only a gateway that allows programs answers it: test/tools/filesystem/execute-command.test.ts',
      input: { args: ['echo', 'hello'], confirm: true } satisfies Record<string, unknown>,
      output: {
        running: false,
        success: true,
        exit_code: 0,
        signal: null,
        output: 'hello',
        timed_out: false,
        cancelled: false,
        truncated: false,
        execution_time: 4,
        error: null,
        job_id: null
      }
    },
    {
      name: 'switched_off',
      summary: 'No programs are allowed here',
      input: { args: ['ls'], confirm: true },
      error: { reason: 'configuration_missing', message: 'Running programs is switched off on this gateway.' }
    }
  ],
  job,
  usable: programsIn,
  message: ({ args, command, working_directory }) => commandSaid({ args: args ?? splitWords(command ?? ''), directory: working_directory }),
  handler: (input, call) => execute(job, input, call)
})

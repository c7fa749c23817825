import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { programJob } from '../../../contract/program-job.ts'
import { oneOf } from '../../../contract/requires.ts'
import { nullable } from '../../../contract/schema.ts'
import { splitWords } from '../../../lib/command-line.ts'
import { type Command, describeCommand, execute, requirePrograms, run } from '../client/programs.ts'
import { PATH_ERRORS } from '../errors.ts'
import { directoryPath } from '../schemas.ts'
import { filesystem } from '../tool.ts'

const job = programJob(filesystem, {
  name: 'execute_command',
  message: (command: Command) => describeCommand(command),
  execute: run
})

export default defineOperation(filesystem, {
  name: 'execute_command',
  summary: 'Run a program that the operator allows',
  description:
    'Runs a program in a directory inside the roots, without a shell, and returns its exit code and its output on stdout and stderr, in order. Use it for programs such as git or a test runner, if the operator has allowed them: the operation is disabled unless FILESYSTEM_COMMANDS names programs. Do not use it to read or change files: the other operations are safer and return more details. What a program does may be permanent; there is no undo. A program that takes longer than yield_time_ms continues as a job, whose ID is returned: follow it with jobs_get, read its output with jobs_get_output, stop it with jobs_cancel. An exit code other than 0 is not an error of the call: see success.',
  permission: 'destructive',
  http: 'POST /execute_command',
  max_body: 512 * 1024,
  timeout_ms: 60_000,
  requires: [oneOf('args', 'command')],
  input: Type.Object({
    args: Type.Optional(
      Type.Array(Type.String({ maxLength: 32_768, description: 'One word, passed literally: it needs no quoting' }), {
        minItems: 1,
        maxItems: 500,
        description: 'Program and its arguments: ["git", "status"]. Set either this or command'
      })
    ),
    command: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 32_768,
        'x-secret': true, // it may contain a password, and inputs are logged
        description:
          'The command as one string, split by POSIX quoting rules. Nothing is expanded, and | ; & < > ( ) outside quotes are refused'
      })
    ),
    working_directory: directoryPath('Working directory'),
    timeout_seconds: Type.Integer({
      minimum: 1,
      maximum: 86_400,
      default: 30,
      description: 'Timeout in seconds for the program and its child processes. Default 30'
    }),
    yield_time_ms: Type.Integer({
      minimum: 0,
      maximum: 30_000,
      default: 10_000,
      description: 'Milliseconds to wait for the program to end before the job is returned. Default 10,000'
    })
  }),
  output: Type.Object({
    running: Type.Boolean({ description: 'true: the program is still running, as the job job_id' }),
    success: nullable(Type.Boolean(), { description: 'true: the program ended with exit code 0; null while it runs' }),
    exit_code: nullable(Type.Integer(), { description: 'Exit code; null while it runs, or if a signal ended it' }),
    signal: nullable(Type.String(), { description: 'Signal that terminated it; null otherwise' }),
    output: Type.String({
      description: 'Output so far on stdout and stderr, in order; text that looks like a secret is removed',
      'x-volatile': true
    }),
    timed_out: Type.Boolean({ description: 'true: it was terminated after timeout_seconds; output contains what it had printed' }),
    cancelled: Type.Boolean({ description: 'true: it was terminated because the client disconnected or the job was cancelled' }),
    truncated: Type.Boolean({ description: 'true: output is incomplete' }),
    execution_time: Type.Integer({ minimum: 0, description: 'Duration in milliseconds; 0 while it runs', 'x-volatile': true }),
    error: nullable(Type.String(), { description: 'What went wrong; null otherwise' }),
    job_id: nullable(Type.String({ 'x-volatile': true }), {
      description: 'ID of the job, if it is still running or has more output; null if the result is complete'
    })
  }),
  errors: {
    ...PATH_ERRORS,
    file_not_found: 'working_directory does not exist',
    machine_busy: 'The host cannot start a program at the moment',
    command_denied: 'The operator does not allow the program; suggestions list the allowed ones'
  },
  aliases: ['grz_execute_command'],
  see_also: ['jobs_get', 'jobs_get_output', 'jobs_cancel'],
  asked_as: {
    en: [
      'run a shell command',
      'execute a script on the host',
      'run the tests locally',
      'start a program',
      'run npm install',
      'use the terminal',
      'use the shell',
      'call a command line program',
      'start the build script on this machine',
      'run make',
      'run the test suite and show the output',
      'start the dev server',
      'what does git status print',
      'build the project on this machine',
      'install the packages',
      'restart the service on the host'
    ],
    de: ['einen Befehl ausführen', 'ein Skript starten'],
    es: ['ejecuta un comando', 'ejecuta un script'],
    fr: ['exécuter une commande', 'lancer un script'],
    ja: ['コマンドを実行', 'スクリプトを動かして'],
    pl: ['uruchom polecenie', 'wykonaj skrypt']
  },
  examples: [
    {
      name: 'print',
      summary: 'An allowed program',
      tested_elsewhere: 'requires a gateway that allows programs: test/tools/filesystem/execute-command.test.ts',
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
      summary: 'The operator allows no programs',
      input: { args: ['ls'], confirm: true },
      error: { reason: 'configuration_missing', message: 'Running programs is disabled on this gateway.' }
    }
  ],
  job,
  assertAvailable: requirePrograms,
  message: ({ args, command, working_directory }) =>
    describeCommand({ args: args ?? splitWords(command ?? ''), directory: working_directory }),
  handler: (input, call) => execute(job, input, call)
})

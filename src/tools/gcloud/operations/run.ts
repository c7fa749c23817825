import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { oneOf } from '../../../contract/requires.ts'
import { permissionOf } from '../client/plan.ts'
import { runCommand } from '../client/run.ts'
import { NEEDS_SDK } from '../examples.ts'
import { outputMarkdown } from '../markdown.ts'
import { messageFor, notInteractive, showsFor } from '../message.ts'
import { ASKED, FAILURES, OUTPUT } from '../schemas.ts'
import { gcloud } from '../tool.ts'

export default defineOperation(gcloud, {
  name: 'run',
  core: true,
  summary: 'Run a gcloud command and answer its output',
  description:
    'Runs one command of the Google Cloud CLI and answers its lines, its exit code and, where it printed JSON, structured_output. Use it for whatever Google Cloud has a command for. Commands that only read run at once; others wait for confirm: true, and what they delete may be gone for good. Commands that print secrets, open shells, change the local configuration or read local files are refused. Do not use it for what takes minutes: use gcloud_start; nor to do the same to many things: use gcloud_bulk_run_each. With Accept: text/event-stream each line comes as an event, stdout or stderr, as it is printed; when the caller leaves, the command is ended. A list that gcloud could not make is an error here, not an empty list. A failure holds the whole output in error.details.output.',
  permission: { ceiling: 'destructive', of: permissionOf, asks: true },
  http: 'POST /run',
  timeout_ms: 305_000,
  requires: [oneOf('args', 'command')],
  input: Type.Object({
    ...ASKED,
    timeout_ms: Type.Integer({
      minimum: 1,
      maximum: 300_000,
      default: 300_000,
      'x-aliases': ['timeout'],
      description: 'The command is ended after so many milliseconds; what it had printed is kept. Default 300,000, five minutes'
    })
  }),
  output: Type.Object(OUTPUT),
  errors: FAILURES,
  aliases: ['gcloud'],
  see_also: ['gcloud_check', 'gcloud_start', 'gcloud_help'],
  examples: [
    {
      name: 'list_projects',
      summary: 'The projects that the account sees',
      tested_elsewhere: NEEDS_SDK,
      input: { args: ['projects', 'list', '--limit=1'] },
      output: {
        command: 'gcloud projects list --limit=1 --format=json --quiet',
        argv: ['projects', 'list', '--limit=1', '--format=json', '--quiet'],
        directory: null,
        success: true,
        exit_code: 0,
        signal: null,
        stdout: ['[', '  {', '    "projectId": "demo-ok"', '  }', ']'],
        stderr: [],
        execution_time: 912,
        cancelled: false,
        timed_out: false,
        error: null,
        authentication_required: false,
        suggestions: [],
        structured_output: [{ projectId: 'demo-ok' }],
        warnings: [],
        truncated: false,
        omitted_bytes: 0
      }
    },
    {
      name: 'prints_a_token',
      summary: 'A command that would print a secret',
      input: { command: 'auth print-access-token' },
      error: { reason: 'command_denied' }
    },
    {
      name: 'unconfirmed',
      summary: 'A command that changes something, not confirmed yet',
      input: { args: ['projects', 'delete', 'demo-ok'] },
      error: { reason: 'confirmation_required' }
    },
    {
      name: 'pipe',
      summary: 'What only a shell could do',
      input: { command: 'projects list | head' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: messageFor('Run'),
  shows: showsFor,
  markdown: outputMarkdown,
  handler(input, call) {
    notInteractive(input)
    return runCommand(call.client, input, call)
  }
})

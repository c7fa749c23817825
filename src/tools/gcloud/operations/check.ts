import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { oneOf } from '../../../contract/requires.ts'
import { nullable, stringEnum } from '../../../contract/schema.ts'
import { shownPath } from '../client/command/command.ts'
import { redactedArguments, redactedCommand } from '../client/command/redacted.ts'
import { createPlan } from '../client/run/plan.ts'
import { messageFor } from '../message.ts'
import { argv, COMMAND_INPUT, permission } from '../schemas.ts'
import { gcloud } from '../tool.ts'

export default defineOperation(gcloud, {
  name: 'check',
  core: true,
  summary: 'Check what a gcloud command may do, without running it',
  description:
    'Returns whether the policy lets a command run immediately (read), only with confirm: true (confirm) or not at all (denied), with the reason and an alternative to a denied command. Also returns the path of the command in the installed SDK, and the exact arguments that gcloud would receive, without secrets. Use it before gcloud_run if you are not sure, or to show a user what would run. It does not check whether Google would permit the command, or whether its arguments are valid. It runs nothing.',
  permission: 'read',
  http: 'POST /check',
  max_body: 512 * 1024,
  requires: [oneOf('args', 'command')],
  input: Type.Object(COMMAND_INPUT),
  output: Type.Object({
    verdict: stringEnum(['read', 'confirm', 'denied'], {
      description: 'read: runs immediately; confirm: needs confirm: true; denied: never runs'
    }),
    permission,
    why: Type.String({ description: 'Reason, one sentence' }),
    alternative: nullable(Type.String(), { description: 'Alternative to a denied command; null otherwise' }),
    path: Type.String({ description: 'Path of the command, such as "beta compute instances list"' }),
    track: stringEnum(['ga', 'alpha', 'beta', 'preview'], { description: 'Release track' }),
    known: nullable(stringEnum(['command', 'group', 'unknown'], { 'x-volatile': true }), {
      description: 'What the installed SDK has at that path; null if the SDK does not list its commands'
    }),
    argv,
    command: Type.String({ description: 'The complete command, quoted for a shell' })
  }),
  errors: {
    outside_roots: 'working_directory is outside the roots',
    file_not_found: 'working_directory does not exist',
    not_a_directory: 'working_directory is a file'
  },
  see_also: ['gcloud_run', 'gcloud_help'],
  asked_as: {
    en: [
      'is this gcloud command safe',
      'would this command change anything in the cloud',
      'dry run a cloud command',
      'what would gcloud do',
      'may I run this gcloud command',
      'will this delete anything in the cloud',
      'what permission does the cloud command need',
      'would this command be dangerous',
      'does the command change something in the cloud',
      'what would this gcloud command change',
      'is that gcloud command dangerous',
      'would the cloud command be allowed',
      'dry run of a cloud command',
      "don't run it yet, just tell me what the gcloud command does"
    ]
  },
  examples: [
    {
      name: 'reads',
      summary: 'A command that only reads',
      input: { command: "compute instances list --filter='name:web'", project: 'demo-ok' },
      output: {
        verdict: 'read',
        permission: 'read',
        why: 'compute instances list only reads.',
        alternative: null,
        path: 'compute instances list',
        track: 'ga',
        known: 'command',
        argv: ['compute', 'instances', 'list', '--filter=name:web', '--project=demo-ok', '--format=json', '--quiet'],
        command: 'gcloud compute instances list --filter=name:web --project=demo-ok --format=json --quiet'
      }
    },
    {
      name: 'opens_a_shell',
      summary: 'A command that is denied',
      input: { args: ['beta', 'compute', 'ssh', 'vm-1'] },
      output: {
        verdict: 'denied',
        permission: 'read',
        why: 'beta compute ssh is denied: it opens a shell or a tunnel.',
        alternative: 'Run it in your own terminal.',
        path: 'beta compute ssh',
        track: 'beta',
        known: 'command',
        argv: ['beta', 'compute', 'ssh', 'vm-1', '--format=json', '--quiet'],
        command: 'gcloud beta compute ssh vm-1 --format=json --quiet'
      }
    },
    {
      name: 'open_quote',
      summary: 'An unclosed quote',
      input: { command: 'projects list --filter="name:a' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: messageFor('Check'),
  async handler(input, { client, caller }) {
    const { judgment, command, argv } = await createPlan(client, input, caller.id)
    const { track, known } = command
    return { ...judgment, path: shownPath(command), track, known, argv: redactedArguments(argv), command: redactedCommand(argv) }
  }
})

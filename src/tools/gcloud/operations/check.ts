import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { oneOf } from '../../../contract/requires.ts'
import { nullable, words } from '../../../contract/schema.ts'
import { quoted } from '../../../lib/words.ts'
import { shownPath } from '../client/command.ts'
import { planOf } from '../client/plan.ts'
import { ASKED, argv, permission } from '../schemas.ts'
import { gcloud } from '../tool.ts'

export default defineOperation(gcloud, {
  name: 'check',
  core: true,
  summary: 'Tell what a gcloud command would be allowed to do, and run nothing',
  description:
    'Splits a command into its arguments, finds the path of the command in the installed SDK, and says whether the policy lets it run at once (read), only with confirm: true (confirm) or not at all (denied), why, and what to do instead; with exactly what gcloud would be given. Use it before gcloud_run when you are not sure, or to show somebody what would be run. It does not tell whether Google would permit the command, nor whether its arguments are right. It runs nothing.',
  permission: 'read',
  http: 'POST /check',
  requires: [oneOf('args', 'command')],
  input: Type.Object(ASKED),
  output: Type.Object({
    verdict: words(['read', 'confirm', 'denied'], {
      description: 'read: runs at once; confirm: waits for confirm: true; denied: is not run'
    }),
    permission,
    why: Type.String({ description: 'The reason, in a sentence' }),
    alternative: nullable(Type.String(), { description: 'What to do instead of what is denied; null otherwise' }),
    path: Type.String({ description: 'Path of the command, such as "beta compute instances list"' }),
    track: words(['ga', 'alpha', 'beta', 'preview'], { description: 'Its release track' }),
    known: nullable(words(['command', 'group', 'unknown'], { 'x-volatile': true }), {
      description: 'What the installed SDK has at that path; null where it does not tell its commands'
    }),
    argv,
    command: Type.String({ description: 'The same, quoted so that it can be put into a shell' })
  }),
  errors: {
    outside_roots: 'working_directory leads outside the roots',
    file_not_found: 'working_directory does not exist',
    not_a_directory: 'working_directory is a file'
  },
  see_also: ['gcloud_run', 'gcloud_help'],
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
      summary: 'A command that is not run for anybody',
      input: { args: ['beta', 'compute', 'ssh', 'vm-1'] },
      output: {
        verdict: 'denied',
        permission: 'read',
        why: 'beta compute ssh is not run here: it opens a shell or a tunnel.',
        alternative: 'Run it in a terminal of your own.',
        path: 'beta compute ssh',
        track: 'beta',
        known: 'command',
        argv: ['beta', 'compute', 'ssh', 'vm-1', '--format=json', '--quiet'],
        command: 'gcloud beta compute ssh vm-1 --format=json --quiet'
      }
    },
    {
      name: 'open_quote',
      summary: 'A quote that is not closed',
      input: { command: 'projects list --filter="name:a' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ args, command }) => `Check the gcloud command ${(command ?? quoted(args ?? [])).slice(0, 200)}`,
  async handler(input, { client, caller }) {
    const { judgement, command, argv } = await planOf(client, input, caller.id)
    const { track, known } = command
    return { ...judgement, path: shownPath(command), track, known, argv, command: quoted(['gcloud', ...argv]) }
  }
})

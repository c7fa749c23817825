import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { nullable } from '../../../contract/schema.ts'
import { helpFor } from '../client/run/help.ts'
import { NEEDS_SDK } from '../examples.ts'
import { GCLOUD_ERRORS } from '../schemas.ts'
import { gcloud } from '../tool.ts'

export default defineOperation(gcloud, {
  name: 'help',
  core: true,
  summary: 'Get the help for a gcloud command or group',
  description:
    'Returns the help text of a command or a command group, in parts of whole lines, and the names of the commands and groups below it. Use it to see which commands exist and which flags a command accepts; start without a path for all groups. It does not search the Google Cloud documentation. The first call for a path takes about a second; later calls are immediate, because the text is cached for an hour.',
  permission: 'read',
  http: 'GET /help',
  timeout_ms: 60_000,
  input: Type.Object({
    path: Type.String({
      maxLength: 300,
      default: '',
      description: 'Path of a command or group, such as compute instances list. Default: gcloud itself'
    }),
    first_line: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: 1,
      description: 'First line to return: next_line of the previous part. Default 1'
    }),
    max_lines: Type.Integer({ minimum: 1, maximum: 2_000, default: 200, description: 'Maximum number of lines. Default 200' })
  }),
  output: Type.Object({
    path: Type.String({ description: 'Requested path' }),
    text: Type.String({ description: 'Lines of this part', 'x-volatile': true }),
    first_line: Type.Integer({ minimum: 1, description: 'Number of the first line of this part' }),
    last_line: Type.Integer({ minimum: 0, description: 'Number of the last line of this part', 'x-volatile': true }),
    total_lines: Type.Integer({ minimum: 0, description: 'Number of lines of the whole text', 'x-volatile': true }),
    next_line: nullable(Type.Integer({ 'x-volatile': true }), { description: 'First line of the next part; null if this is the last' }),
    commands: Type.Array(Type.String(), {
      description: 'Commands below the path, at most 300; empty for a command, or if the SDK does not list them',
      'x-volatile': true
    }),
    groups: Type.Array(Type.String(), { description: 'Groups below the path, at most 300', 'x-volatile': true })
  }),
  errors: { ...GCLOUD_ERRORS, cannot_be_honoured: 'gcloud prompted instead of printing its help' },
  see_also: ['gcloud_run', 'gcloud_check'],
  asked_as: {
    en: [
      'how do I use a gcloud command',
      'which flags does it take',
      'gcloud manual page',
      'syntax of a cloud command',
      'what options does gcloud compute have',
      'explain a gcloud flag',
      'which gcloud command creates a bucket',
      'which flags does the command take',
      'how do I write this as a gcloud command',
      'what arguments does deploy expect'
    ],
    de: ['Hilfe zu einem gcloud-Befehl'],
    es: ['ayuda de un comando de gcloud'],
    fr: ["aide d'une commande gcloud"],
    ja: ['gcloudコマンドの使い方'],
    pl: ['pomoc do polecenia gcloud']
  },
  examples: [
    {
      name: 'command',
      summary: 'The first lines of the help of a command',
      tested_elsewhere: NEEDS_SDK,
      input: { path: 'projects list', max_lines: 2 },
      output: {
        path: 'projects list',
        text: 'NAME\n    gcloud projects list - list projects accessible by the active account',
        first_line: 1,
        last_line: 2,
        total_lines: 118,
        next_line: 3,
        commands: [],
        groups: []
      }
    },
    {
      name: 'no_path',
      summary: 'A flag is not part of a path',
      input: { path: 'projects --flag' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ path }) => `Read the help of gcloud ${path}`.trim(),
  markdown: ({ text, next_line, total_lines, commands, groups }) =>
    [
      `\`\`\`\n${text}\n\`\`\``,
      ...(next_line === null ? [] : [`Next: first_line ${next_line} of ${total_lines}.`]),
      ...(groups.length > 0 ? [`Groups: ${groups.join(', ')}`] : []),
      ...(commands.length > 0 ? [`Commands: ${commands.join(', ')}`] : [])
    ].join('\n\n'),
  handler: (input, { client, signal }) => helpFor(client, input, signal)
})

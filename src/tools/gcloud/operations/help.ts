import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { nullable } from '../../../contract/schema.ts'
import { helpFor } from '../client/help.ts'
import { NEEDS_SDK } from '../examples.ts'
import { FAILURES } from '../schemas.ts'
import { gcloud } from '../tool.ts'

export default defineOperation(gcloud, {
  name: 'help',
  core: true,
  summary: 'Read the help of a gcloud command or group',
  description:
    'Answers the help text of a command or a group of commands, in pieces of lines, and the names of the commands and groups below it. Use it to find out which commands there are and which flags a command takes; begin without a path for all groups. Do not use it to search the documentation of Google Cloud. The first piece of a path takes about a second, further ones none: the text is kept for an hour.',
  permission: 'read',
  http: 'GET /help',
  timeout_ms: 60_000,
  input: Type.Object({
    path: Type.String({
      maxLength: 300,
      default: '',
      description: 'Words such as compute instances list. Default: none, which is gcloud itself'
    }),
    first_line: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: 1,
      description: 'First line of the piece, from 1 on: next_line of the piece before'
    }),
    max_lines: Type.Integer({ minimum: 1, maximum: 2_000, default: 200, description: 'Most lines of a piece' })
  }),
  output: Type.Object({
    path: Type.String({ description: 'The words that were asked for' }),
    text: Type.String({ description: 'The lines of this piece', 'x-volatile': true }),
    first_line: Type.Integer({ minimum: 1, description: 'Number of its first line' }),
    last_line: Type.Integer({ minimum: 0, description: 'Number of its last line', 'x-volatile': true }),
    total_lines: Type.Integer({ minimum: 0, description: 'Lines of the whole text', 'x-volatile': true }),
    next_line: nullable(Type.Integer({ 'x-volatile': true }), { description: 'Where the next piece begins; null: this was the last' }),
    commands: Type.Array(Type.String(), {
      description: 'Commands below the path, at most 300; empty for a command, or where the SDK does not tell',
      'x-volatile': true
    }),
    groups: Type.Array(Type.String(), { description: 'Groups below the path, at most 300', 'x-volatile': true })
  }),
  errors: FAILURES,
  see_also: ['gcloud_run', 'gcloud_check'],
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
    { name: 'no_path', summary: 'Words that are no path', input: { path: 'projects --flag' }, error: { reason: 'invalid_field_value' } }
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

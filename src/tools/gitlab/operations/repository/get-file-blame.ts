import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { getBlame } from '../../client/repository/files.ts'
import { globalErrors } from '../../errors.ts'
import { fileAt } from '../../inputs/files.ts'
import { untrusted } from '../../schemas/common.ts'
import { BlameLine } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_file_blame',
  group: 'repository',
  summary: 'Get the author of each line of a file',
  description:
    'Returns ranges of lines, each with the commit that last changed it, and the author and title of the commit. Use it to see why a line exists, or whom to ask. from_line and to_line limit the lines. For the text alone, use get_file instead.',
  permission: 'read',
  http: 'GET /repository/blame',
  see_also: ['gitlab_get_file', 'gitlab_get_commit'],
  asked_as: {
    en: [
      'who wrote this line',
      'git blame',
      'who last touched this code',
      'who is responsible for this part of the file',
      'who introduced this line of code',
      'when was this line added',
      'author of the code',
      'who is behind this code',
      'who touched the file last'
    ],
    de: ['wer hat diese Zeile geschrieben'],
    es: ['quién escribió esta línea'],
    fr: ['qui a écrit cette ligne'],
    ja: ['この行を書いたのは誰'],
    pl: ['kto napisał tę linię']
  },
  input: Type.Object({
    ...fileAt,
    from_line: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'First line to return; set to_line as well. Default: all lines' })
    ),
    to_line: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'Last line to return; set from_line as well. Default: all lines' })
    )
  }),
  output: Type.Object({
    path: Type.String({ description: 'Path of the file' }),
    ref: Type.String({ description: 'Requested branch, tag or commit' }),
    runs: Type.Array(BlameLine, { description: 'Ranges of lines, each last changed by one commit, in order' }),
    untrusted
  }),
  errors: { ...globalErrors('file, branch or project') },
  examples: [
    {
      name: 'whole',
      summary: 'A whole file',
      input: { project: 'acme/web', file_path: 'README.md' },
      output: {
        path: 'README.md',
        ref: 'HEAD',
        runs: [
          {
            from_line: 1,
            to_line: 3,
            commit_id: '1d58b7103d3d369f764ba78afe8a664f01f40731',
            author_name: 'Ada Lovelace',
            authored_at: '2026-01-06T08:00:00.000Z',
            commit_title: 'Begin',
            text: '# Web\n\nThe site of Acme.'
          }
        ],
        untrusted: true
      }
    },
    {
      name: 'unknown',
      summary: 'A file that does not exist',
      input: { project: 'acme/web', file_path: 'nothing.txt' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ file_path, project }) => `Get the authors of ${brief(file_path)} of ${project ?? 'the default project'}`,
  handler: (input, call) => getBlame(call.client, input, call)
})

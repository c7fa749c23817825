import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { brief } from '../../../../lib/format.ts'
import { getBlame } from '../../client/files.ts'
import { MISSING } from '../../failures.ts'
import { fileAt } from '../../file-inputs.ts'
import { untrusted } from '../../schemas/common.ts'
import { BlameLine } from '../../schemas/repository.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_file_blame',
  group: 'repository',
  summary: 'Tell who wrote which lines of a file',
  description:
    'Answers runs of lines with the commit that wrote them, its author and its message. Use it to learn why a line is as it is, or whom to ask. from_line and to_line narrow it. For the text alone use get_file instead.',
  permission: 'read',
  http: 'GET /repository/blame',
  see_also: ['gitlab_get_file', 'gitlab_get_commit'],
  input: Type.Object({
    ...fileAt,
    from_line: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'First line. Absent: the first; give to_line as well' })
    ),
    to_line: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'Last line. Absent: the last; give from_line as well' })
    )
  }),
  output: Type.Object({
    path: Type.String({ description: 'Its path' }),
    ref: Type.String({ description: 'Branch, tag or commit that was asked for' }),
    runs: Type.Array(BlameLine, { description: 'Runs of lines that one commit wrote, in their order' }),
    untrusted
  }),
  errors: { ...MISSING('file, branch or project') },
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
  message: ({ file_path, project }) => `Tell who wrote ${brief(file_path)} of ${project ?? 'the default project'}`,
  handler: (input, call) => getBlame(call.client, input, call)
})

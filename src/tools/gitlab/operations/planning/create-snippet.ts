import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { createSnippet } from '../../client/snippets.ts'
import { MISSING } from '../../failures.ts'
import { longText, project, title } from '../../inputs.ts'
import { newSnippetFiles, visibility } from '../../planning-inputs.ts'
import { NewSnippet } from '../../schemas/documents.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_snippet',
  group: 'planning',
  summary: 'Make a snippet',
  description:
    'Makes a snippet of one or several files and answers it. Use it to share a piece of code or text that belongs to no repository. For files of a repository use create_file instead.',
  permission: 'write',
  http: 'POST /snippets',
  success: [201],
  instead: { file_name: 'files: [{ file_path, content }]', content: 'files: [{ file_path, content }]' },
  aliases: ['create_snippet'],
  see_also: ['gitlab_list_snippets', 'gitlab_update_snippet'],
  input: Type.Object({
    project,
    title: title('Its title'),
    description: Type.Optional(longText('What it is for')),
    visibility,
    files: newSnippetFiles
  }),
  output: NewSnippet,
  errors: { ...MISSING('project') },
  examples: [
    {
      name: 'one_file',
      summary: 'One file',
      input: { project: 'acme/playground', title: 'Who is on call', files: [{ file_path: 'oncall.md', content: 'Ada\n' }] },
      output: {
        id: 1105,
        title: 'Who is on call',
        description: '',
        visibility: 'private',
        author: { id: 1, username: 'sam', name: 'Sam Sandbox' },
        files: ['oncall.md'],
        created_at: '2026-11-22T08:51:53.172Z',
        updated_at: '2026-11-22T08:51:53.172Z',
        url: 'https://gitlab.example.com/acme/playground/-/snippets/1105'
      }
    },
    {
      name: 'no_files',
      summary: 'It needs a file',
      input: { project: 'acme/playground', title: 'Empty', files: [] },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ title, project }) => `Make the snippet ${title} in ${project ?? 'the default project'}`,
  handler: (input, call) => createSnippet(call.client, input, call)
})

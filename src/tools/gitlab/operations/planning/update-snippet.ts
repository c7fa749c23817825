import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atLeastOne } from '../../../../contract/requires.ts'
import { words } from '../../../../contract/schema.ts'
import { updateSnippet } from '../../client/snippets.ts'
import { MISSING } from '../../failures.ts'
import { longText, project, title } from '../../inputs.ts'
import { snippetId as snippet_id, snippetChanges } from '../../planning-inputs.ts'
import { Snippet } from '../../schemas/documents.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'update_snippet',
  group: 'planning',
  summary: 'Change a snippet or its files',
  description:
    'Changes what is given of a snippet and answers it; files that are not named stay. Use it to correct one. For a new one use create_snippet instead.',
  permission: 'write',
  http: 'PATCH /snippets/:snippet_id',
  requires: [atLeastOne('title', 'description', 'visibility', 'files')],
  instead: { file_name: 'files: [{ action, file_path, content }]', content: 'files: [{ action, file_path, content }]' },
  aliases: ['update_snippet'],
  see_also: ['gitlab_get_snippet', 'gitlab_create_snippet'],
  input: Type.Object({
    project,
    snippet_id,
    title: Type.Optional(title('New title')),
    description: Type.Optional(longText('New description; replaces the whole text')),
    visibility: Type.Optional(
      words(['private', 'internal', 'public'], { description: 'Who sees it: private members, internal who is logged in, public all' })
    ),
    files: Type.Optional(snippetChanges)
  }),
  output: Snippet,
  errors: { ...MISSING('snippet or project') },
  examples: [
    {
      name: 'file_more',
      summary: 'A file more',
      input: { project: 'acme/sandpit', snippet_id: 40001, files: [{ action: 'create', file_path: 'more.md', content: 'More.\n' }] },
      output: {
        id: 40001,
        title: 'Count the rows',
        description: 'For the report.',
        visibility: 'private',
        author: { id: 3, username: 'bea', name: 'Bea Builder' },
        files: ['query.sql', 'notes.md', 'more.md'],
        created_at: '2026-01-20T08:00:00.000Z',
        updated_at: '2026-11-22T08:51:54.856Z',
        url: 'https://gitlab.example.com/acme/sandpit/-/snippets/40001'
      }
    },
    {
      name: 'nothing',
      summary: 'Nothing to change',
      input: { project: 'acme/sandpit', snippet_id: 40001 },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ snippet_id, project }) => `Change the snippet ${snippet_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => updateSnippet(call.client, input, call)
})

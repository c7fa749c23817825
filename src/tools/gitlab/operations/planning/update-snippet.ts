import { Type } from 'typebox'
import { defineOperation, MAX_BODY } from '../../../../contract/operation.ts'
import { atLeastOne } from '../../../../contract/requires.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { updateSnippet } from '../../client/planning/snippets.ts'
import { resourceErrors } from '../../errors.ts'
import { longText, project, publicIsDestructive, title } from '../../inputs/common.ts'
import { snippetId as snippet_id, snippetChanges, VISIBILITY } from '../../inputs/planning.ts'
import { Snippet } from '../../schemas/documents.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'update_snippet',
  group: 'planning',
  summary: 'Update a snippet or its files',
  description:
    'Updates the given properties and files of a snippet, keeps the others, and returns the snippet. Use it to correct a snippet. Making a snippet public or internal needs confirmation and cannot be fully undone: others may copy the content before you make it private again. For a new snippet, use create_snippet instead.',
  permission: publicIsDestructive,
  http: 'PATCH /snippets/:snippet_id',
  max_body: MAX_BODY,
  requires: [atLeastOne('title', 'description', 'visibility', 'files')],
  name_hints: { file_name: 'files: [{ action, file_path, content }]', content: 'files: [{ action, file_path, content }]' },
  aliases: ['update_snippet'],
  see_also: ['gitlab_get_snippet', 'gitlab_create_snippet'],
  asked_as: {
    en: [
      'edit my code snippet',
      'change a shared paste',
      'update the gist',
      'correct the code in a snippet',
      'rename a snippet',
      'the pasted script has a bug, fix it there',
      'change the code that I shared in GitLab',
      'the snippet needs another title',
      'add a file to the snippet',
      'improve the code sample we saved'
    ]
  },
  input: Type.Object({
    project,
    snippet_id,
    title: Type.Optional(title('New title')),
    description: Type.Optional(longText('New description. It replaces the whole text')),
    visibility: Type.Optional(stringEnum(['private', 'internal', 'public'], { description: VISIBILITY })),
    files: Type.Optional(snippetChanges)
  }),
  output: Snippet,
  errors: { ...resourceErrors('snippet or project') },
  examples: [
    {
      name: 'file_more',
      summary: 'Add a file',
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
      summary: 'No change given',
      input: { project: 'acme/sandpit', snippet_id: 40001 },
      error: { reason: 'missing_required_field' }
    }
  ],
  message: ({ snippet_id, project, visibility }) =>
    `Update the snippet ${snippet_id} of ${project ?? 'the default project'}${visibility === undefined ? '' : `, visibility ${visibility}`}`,
  handler: (input, call) => updateSnippet(call.client, input, call)
})

import { Type } from 'typebox'
import { defineOperation, MAX_BODY } from '../../../../contract/operation.ts'
import { createSnippet } from '../../client/planning/snippets.ts'
import { resourceErrors } from '../../errors.ts'
import { adjectiveOf, longText, project, publicIsDestructive, title } from '../../inputs/common.ts'
import { newSnippetFiles, visibility } from '../../inputs/planning.ts'
import { NewSnippet } from '../../schemas/documents.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'create_snippet',
  group: 'planning',
  summary: 'Create a snippet',
  description:
    'Creates a snippet with one or several files, and returns it. Use it to share code or text that belongs to no repository. Making it public or internal needs confirmation and cannot be fully undone: others may copy the content before you make it private again. For files of a repository, use create_file instead.',
  permission: publicIsDestructive,
  http: 'POST /snippets',
  max_body: MAX_BODY,
  success: [201],
  name_hints: { file_name: 'files: [{ file_path, content }]', content: 'files: [{ file_path, content }]' },
  aliases: ['create_snippet'],
  see_also: ['gitlab_list_snippets', 'gitlab_update_snippet'],
  asked_as: {
    en: [
      'share a piece of code',
      'paste code somewhere',
      'make a gist',
      'save a code sample',
      'put this code somewhere my team can see',
      'save a script as a snippet',
      'share this piece of code',
      'paste the script for the team',
      'store this script so that I can share a link',
      'keep this code for others to use',
      'save a bit of SQL in the project',
      'share a bit of code in GitLab'
    ],
    de: ['einen Codeschnipsel teilen'],
    es: ['comparte un fragmento de código'],
    fr: ['partager un extrait de code'],
    ja: ['コード片を共有'],
    pl: ['udostępnij fragment kodu']
  },
  input: Type.Object({
    project,
    title: title('Title'),
    description: Type.Optional(longText('Description')),
    visibility,
    files: newSnippetFiles
  }),
  output: NewSnippet,
  errors: { ...resourceErrors('project') },
  examples: [
    {
      name: 'one_file',
      summary: 'A snippet with one file',
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
      summary: 'A file is required',
      input: { project: 'acme/playground', title: 'Empty', files: [] },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ title, project, visibility }) =>
    `Create the ${adjectiveOf(visibility)}snippet ${title} in ${project ?? 'the default project'}`,
  handler: (input, call) => createSnippet(call.client, input, call)
})

import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listSnippets } from '../../client/planning/snippets.ts'
import { globalErrors } from '../../errors.ts'
import { pages, project } from '../../inputs/common.ts'
import { untrusted } from '../../schemas/common.ts'
import { Snippet } from '../../schemas/documents.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_snippets',
  group: 'planning',
  summary: 'List the snippets of a project',
  description:
    'Returns the titles and files of the snippets, newest first. Use it to find a snippet. For its content, use get_snippet instead.',
  permission: 'read',
  http: 'GET /snippets',
  list: true,
  aliases: ['list_snippets'],
  see_also: ['gitlab_get_snippet', 'gitlab_create_snippet'],
  asked_as: {
    en: [
      'which code snippets are there',
      'shared gists of a project',
      'my pastes',
      'all snippets in the project',
      'code samples we saved',
      'what code pastes are there',
      'which scripts have we shared in GitLab',
      'bits of code saved in the project',
      'list my gists in GitLab',
      'what snippets have people made'
    ]
  },
  input: Type.Object({ project, ...pages }),
  output: listOf(Snippet, { untrusted }),
  errors: { ...globalErrors('project') },
  examples: [
    {
      name: 'all',
      summary: 'All snippets',
      input: { project: 'acme/web' },
      output: {
        items: [
          {
            id: 10001,
            title: 'Count the rows',
            description: 'For the report.',
            visibility: 'private',
            author: { id: 3, username: 'bea', name: 'Bea Builder' },
            files: ['query.sql', 'notes.md'],
            created_at: '2026-01-20T08:00:00.000Z',
            updated_at: '2026-01-21T08:00:00.000Z',
            url: 'https://gitlab.example.com/acme/web/-/snippets/10001'
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' },
        untrusted: true
      }
    },
    {
      name: 'unknown',
      summary: 'A project that does not exist',
      input: { project: 'acme/nothing' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ project }) => `List the snippets of ${project ?? 'the default project'}`,
  handler: (input, call) => listSnippets(call.client, input, call)
})

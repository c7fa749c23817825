import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf, stringEnum } from '../../../../contract/schema.ts'
import { listComments } from '../../client/issues/comments.ts'
import { globalErrors } from '../../errors.ts'
import { issueIid, oldestFirst, pages, project, systemNotes } from '../../inputs/common.ts'
import { commentsMarkdown } from '../../markdown.ts'
import { untrusted } from '../../schemas/common.ts'
import { Comment } from '../../schemas/issues.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_issue_comments',
  core: true,
  group: 'issues',
  summary: 'List the comments on an issue',
  description:
    'Returns the comments on an issue with author and time. Use it to follow a discussion. Notes that GitLab writes about changes are left out unless system is true, so a page may have fewer items than requested. For the description, use get_issue instead.',
  permission: 'read',
  http: 'GET /issues/:issue_iid/comments',
  list: true,
  aliases: ['list_issue_comments'],
  see_also: ['gitlab_add_issue_comment', 'gitlab_get_issue'],
  asked_as: {
    en: [
      'what has been said on the ticket',
      'read the discussion of a bug',
      'comments on an issue',
      'latest update on the ticket',
      'did anyone answer on the ticket',
      'what do people think about the bug',
      'history of remarks on an issue',
      'what was said on the ticket',
      'latest news on the bug',
      'answers in the issue',
      'what did the others write on the ticket'
    ],
    de: ['die Kommentare zum Ticket lesen'],
    es: ['comentarios del ticket'],
    fr: ['commentaires du ticket'],
    ja: ['チケットのコメントを読む'],
    pl: ['komentarze do zgłoszenia']
  },
  input: Type.Object({
    project,
    issue_iid: issueIid,
    order_by: stringEnum(['created_at', 'updated_at'], { default: 'created_at', description: 'Property to sort by. Default created_at' }),
    sort: oldestFirst,
    system: systemNotes,
    ...pages
  }),
  output: listOf(Comment, { untrusted }),
  errors: { ...globalErrors('issue') },
  examples: [
    {
      name: 'discussion',
      summary: 'Comments by users',
      input: { project: 'acme/web', issue_iid: 1 },
      output: {
        items: [
          {
            id: 1066,
            body: 'Seen with Firefox, too.',
            author: { id: 3, username: 'bea', name: 'Bea Builder' },
            system: false,
            internal: false,
            resolvable: false,
            resolved: null,
            created_at: '2026-01-16T08:00:00.000Z',
            updated_at: '2026-01-16T08:00:00.000Z'
          },
          {
            id: 1068,
            body: 'Is it urgent?',
            author: { id: 4, username: 'chen', name: 'Chen Wei' },
            system: false,
            internal: false,
            resolvable: false,
            resolved: null,
            created_at: '2026-01-18T08:00:00.000Z',
            updated_at: '2026-01-18T08:00:00.000Z'
          }
        ],
        next_cursor: null,
        total: { value: 2, relation: 'eq' },
        untrusted: true
      }
    },
    {
      name: 'unknown',
      summary: 'A number that no issue of the project has',
      input: { project: 'acme/web', issue_iid: 9999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ issue_iid, project }) => `List the comments on the issue #${issue_iid} of ${project ?? 'the default project'}`,
  markdown: commentsMarkdown,
  handler: ({ project, issue_iid, ...input }, call) =>
    listComments(call.client, { kind: 'issue', iid: issue_iid, ...(project !== undefined && { project }) }, input, call)
})

import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf, stringEnum } from '../../../../contract/schema.ts'
import { listComments } from '../../client/issues/comments.ts'
import { globalErrors } from '../../errors.ts'
import { mergeRequestIid, oldestFirst, pages, project, systemNotes } from '../../inputs/common.ts'
import { commentsMarkdown } from '../../markdown.ts'
import { untrusted } from '../../schemas/common.ts'
import { Comment } from '../../schemas/issues.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_merge_request_comments',
  group: 'merge_requests',
  summary: 'List the comments on a merge request',
  description:
    'Returns the comments on a merge request with author and time, as a flat list. Use it to follow the discussion. Notes that GitLab writes about changes are left out unless system is true, so a page may have fewer items than requested. For threads, and the lines they are on, use list_discussions instead.',
  permission: 'read',
  http: 'GET /merge-requests/:merge_request_iid/comments',
  list: true,
  aliases: ['list_mr_comments'],
  see_also: ['gitlab_add_merge_request_comment', 'gitlab_list_discussions'],
  asked_as: {
    en: [
      'what was said on the pull request',
      'read the comments on an MR',
      'feedback on my PR',
      'has anyone commented on my MR',
      'remarks under the PR',
      'remarks on my pull request',
      'what have people written under the MR',
      'what do people say about the MR',
      'what was said about !31',
      'has someone written something on the merge request',
      'read what the others wrote about the PR'
    ],
    de: ['die Kommentare zum Merge Request lesen'],
    es: ['comentarios del merge request'],
    fr: ['commentaires de la merge request'],
    ja: ['マージリクエストのコメント'],
    pl: ['komentarze do merge requesta']
  },
  input: Type.Object({
    project,
    merge_request_iid: mergeRequestIid,
    order_by: stringEnum(['created_at', 'updated_at'], { default: 'created_at', description: 'Property to sort by. Default created_at' }),
    sort: oldestFirst,
    system: systemNotes,
    ...pages
  }),
  output: listOf(Comment, { untrusted }),
  errors: { ...globalErrors('merge request') },
  examples: [
    {
      name: 'all',
      summary: 'Comments by users',
      input: { project: 'acme/web', merge_request_iid: 1 },
      output: {
        items: [
          {
            id: 1085,
            body: "Isn't black too dark?",
            author: { id: 3, username: 'bea', name: 'Bea Builder' },
            system: false,
            internal: false,
            resolvable: true,
            resolved: false,
            created_at: '2026-02-05T08:00:00.000Z',
            updated_at: '2026-02-05T08:00:00.000Z'
          },
          {
            id: 1086,
            body: "I'll try grey.",
            author: { id: 4, username: 'chen', name: 'Chen Wei' },
            system: false,
            internal: false,
            resolvable: true,
            resolved: false,
            created_at: '2026-02-06T08:00:00.000Z',
            updated_at: '2026-02-06T08:00:00.000Z'
          }
        ],
        next_cursor: null,
        total: { value: 2, relation: 'eq' },
        untrusted: true
      }
    },
    {
      name: 'unknown',
      summary: 'A number that no merge request of the project has',
      input: { project: 'acme/web', merge_request_iid: 9999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ merge_request_iid, project }) =>
    `List the comments of the merge request !${merge_request_iid} of ${project ?? 'the default project'}`,
  markdown: commentsMarkdown,
  handler: ({ project, merge_request_iid, ...input }, call) =>
    listComments(call.client, { kind: 'merge request', iid: merge_request_iid, ...(project !== undefined && { project }) }, input, call)
})

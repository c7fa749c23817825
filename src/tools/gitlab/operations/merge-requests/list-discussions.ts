import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listDiscussions } from '../../client/discussions.ts'
import { MISSING } from '../../failures.ts'
import { mergeRequestIid, pages, project } from '../../inputs.ts'
import { untrusted } from '../../schemas/common.ts'
import { Discussion } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_discussions',
  group: 'merge_requests',
  summary: 'List the threads of a merge request',
  description:
    'Answers threads with their comments, the lines they are on, and whether they are resolved. Use it to see what is still open before a merge. For comments in one row use list_merge_request_comments instead.',
  permission: 'read',
  http: 'GET /merge-requests/:merge_request_iid/discussions',
  list: true,
  see_also: ['gitlab_create_discussion', 'gitlab_resolve_discussion'],
  input: Type.Object({ project, merge_request_iid: mergeRequestIid, ...pages }),
  output: listOf(Discussion, { untrusted }),
  errors: { ...MISSING('merge request') },
  examples: [
    {
      name: 'all',
      summary: 'The threads',
      input: { project: 'acme/web', merge_request_iid: 1 },
      output: {
        items: [
          {
            id: '6a9c1750b37d513a43987b574953fceb50b03ce7',
            individual: false,
            resolved: false,
            notes: [
              {
                id: 1085,
                body: 'Is black not too dark?',
                author: { id: 3, username: 'bea', name: 'Bea Builder' },
                system: false,
                resolvable: true,
                resolved: false,
                path: 'src/style.css',
                line: 3,
                created_at: '2026-02-05T08:00:00.000Z'
              },
              {
                id: 1086,
                body: 'I try grey.',
                author: { id: 4, username: 'chen', name: 'Chen Wei' },
                system: false,
                resolvable: true,
                resolved: false,
                path: 'src/style.css',
                line: 3,
                created_at: '2026-02-06T08:00:00.000Z'
              }
            ]
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' },
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
    `List the threads of the merge request !${merge_request_iid} of ${project ?? 'the default project'}`,
  handler: (input, call) => listDiscussions(call.client, input, call)
})

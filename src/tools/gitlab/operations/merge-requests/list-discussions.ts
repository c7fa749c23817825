import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listDiscussions } from '../../client/merge-requests/discussions.ts'
import { globalErrors } from '../../errors.ts'
import { mergeRequestIid, pages, project, systemNotes } from '../../inputs/common.ts'
import { untrusted } from '../../schemas/common.ts'
import { Discussion } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_discussions',
  group: 'merge_requests',
  summary: 'List the threads of a merge request',
  description:
    'Returns the threads of a merge request with their comments, the lines they are on, and whether they are resolved. Use it to see what is still open before a merge. Notes that GitLab writes about changes are left out unless system is true, so a page may have fewer items than requested. For a flat list of comments, use list_merge_request_comments instead.',
  permission: 'read',
  http: 'GET /merge-requests/:merge_request_iid/discussions',
  list: true,
  see_also: ['gitlab_create_discussion', 'gitlab_resolve_discussion'],
  asked_as: {
    en: [
      'review comments on the PR',
      'unresolved threads of a merge request',
      'what did the reviewers say',
      'code review conversation',
      'open review remarks on my MR',
      'what do I have to fix in the PR',
      'threads on the code',
      'what was argued about in the review',
      'open threads of the MR'
    ],
    de: ['die Diskussionen im Merge Request'],
    es: ['hilos del merge request'],
    fr: ['discussions de la merge request'],
    ja: ['マージリクエストのスレッド一覧'],
    pl: ['wątki w merge requeście']
  },
  input: Type.Object({ project, merge_request_iid: mergeRequestIid, system: systemNotes, ...pages }),
  output: listOf(Discussion, { untrusted }),
  errors: { ...globalErrors('merge request') },
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
                body: "Isn't black too dark?",
                author: { id: 3, username: 'bea', name: 'Bea Builder' },
                system: false,
                resolvable: true,
                resolved: false,
                path: 'src/style.css',
                line: 3,
                old_path: 'src/style.css',
                old_line: null,
                side: 'new',
                line_range: null,
                suggestions: [],
                resolved_by: null,
                created_at: '2026-02-05T08:00:00.000Z'
              },
              {
                id: 1086,
                body: "I'll try grey.",
                author: { id: 4, username: 'chen', name: 'Chen Wei' },
                system: false,
                resolvable: true,
                resolved: false,
                path: 'src/style.css',
                line: 3,
                old_path: 'src/style.css',
                old_line: null,
                side: 'new',
                line_range: null,
                suggestions: [],
                resolved_by: null,
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

import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { atMostOne } from '../../../../contract/requires.ts'
import { listOf, stringEnum } from '../../../../contract/schema.ts'
import { listMergeRequests } from '../../client/merge-requests/merge-requests.ts'
import { globalErrors } from '../../errors.ts'
import { fullList, groupName, pages, project, sort, userName } from '../../inputs/common.ts'
import { refName } from '../../inputs/files.ts'
import { eitherNameOrId, filters } from '../../inputs/filters.ts'
import { ListedMergeRequest } from '../../schemas/merge-requests.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_merge_requests',
  core: true,
  group: 'merge_requests',
  summary: 'List merge requests of a project or a group',
  description:
    "Returns merge requests with state, branches, labels, people and dates, by default newest first and without descriptions. Use it to find merge requests; all filters must match. It returns the merge requests of all users, not only of the token's user. To read a merge request completely, use get_merge_request instead.",
  permission: 'read',
  http: 'GET /merge-requests',
  list: true,
  // GitLab skips numbers when it lists those of a group.
  requires: [atMostOne('project', 'group'), atMostOne('group', 'iids'), ...eitherNameOrId],
  aliases: ['list_merge_requests'],
  see_also: ['gitlab_get_merge_request', 'gitlab_list_merge_request_diffs'],
  asked_as: {
    en: [
      'which PRs are open',
      'what do I have to review',
      'pull requests waiting for me',
      'my open MRs',
      'who is assigned as reviewer',
      'merged PRs this week',
      "what's waiting for review",
      'are there PRs by Bea',
      'anything to merge today',
      'unmerged work',
      "what's waiting for my review",
      'which reviews are pending',
      'my open pull requests',
      'what did we merge this week'
    ],
    de: ['welche Merge Requests sind offen'],
    es: ['qué merge requests están abiertos', 'pull requests por revisar'],
    fr: ['quelles merge requests sont ouvertes'],
    ja: ['オープンなプルリクエスト', 'マージリクエストの一覧'],
    pl: ['jakie merge requesty są otwarte']
  },
  input: Type.Object({
    project,
    group: Type.Optional(groupName('Group, for all its projects, instead of project')),
    state: stringEnum(['opened', 'closed', 'locked', 'merged', 'all'], {
      default: 'opened',
      description: 'State. Default opened'
    }),
    ...filters,
    source_branch: Type.Optional(refName('Only merge requests from this source branch')),
    target_branch: Type.Optional(refName('Only merge requests into this target branch')),
    reviewer: Type.Optional(userName('Only merge requests with this reviewer')),
    draft: Type.Optional(Type.Boolean({ description: 'true: only drafts; false: only others' })),
    order_by: stringEnum(['created_at', 'updated_at', 'title', 'merged_at'], {
      default: 'created_at',
      description: 'Property to sort by. Default created_at'
    }),
    sort,
    full: fullList,
    ...pages
  }),
  output: listOf(ListedMergeRequest, {}),
  errors: { ...globalErrors('project or group') },
  examples: [
    {
      name: 'open',
      summary: 'Open merge requests of a project',
      input: { project: 'acme/web' },
      output: {
        items: [
          {
            id: 1089,
            iid: 3,
            project_id: 1,
            title: 'Say more',
            description: null,
            state: 'opened',
            draft: false,
            source_branch: 'docs/more',
            target_branch: 'main',
            labels: [],
            milestone: null,
            author: { id: 2, username: 'ada', name: 'Ada Lovelace' },
            assignees: [],
            reviewers: [],
            merge_status: 'mergeable',
            has_conflicts: false,
            blocking_discussions_resolved: true,
            merge_when_pipeline_succeeds: false,
            changes_count: null,
            comment_count: 0,
            sha: '437559ba2e8ccf391e79439060af522c5a0665e4',
            merge_commit_sha: null,
            pipeline_status: null,
            created_at: '2026-01-28T08:00:00.000Z',
            updated_at: '2026-02-07T08:00:00.000Z',
            merged_at: null,
            closed_at: null,
            reference: 'acme/web!3',
            url: 'https://gitlab.example.com/acme/web/-/merge_requests/3'
          },
          {
            id: 1088,
            iid: 2,
            project_id: 1,
            title: 'Draft: Shorten the form',
            description: null,
            state: 'opened',
            draft: true,
            source_branch: 'fix/form',
            target_branch: 'main',
            labels: [],
            milestone: null,
            author: { id: 3, username: 'bea', name: 'Bea Builder' },
            assignees: [],
            reviewers: [],
            merge_status: 'draft_status',
            has_conflicts: false,
            blocking_discussions_resolved: true,
            merge_when_pipeline_succeeds: false,
            changes_count: null,
            comment_count: 0,
            sha: '9296f0f3f931d2a0542036efeb54ebb0a7f170e9',
            merge_commit_sha: null,
            pipeline_status: null,
            created_at: '2026-01-27T08:00:00.000Z',
            updated_at: '2026-02-06T08:00:00.000Z',
            merged_at: null,
            closed_at: null,
            reference: 'acme/web!2',
            url: 'https://gitlab.example.com/acme/web/-/merge_requests/2'
          },
          {
            id: 1087,
            iid: 1,
            project_id: 1,
            title: 'Add a dark mode',
            description: null,
            state: 'opened',
            draft: false,
            source_branch: 'feature/dark-mode',
            target_branch: 'main',
            labels: ['feature', 'question'],
            milestone: null,
            author: { id: 4, username: 'chen', name: 'Chen Wei' },
            assignees: [],
            reviewers: [{ id: 3, username: 'bea', name: 'Bea Builder' }],
            merge_status: 'mergeable',
            has_conflicts: false,
            blocking_discussions_resolved: false,
            merge_when_pipeline_succeeds: false,
            changes_count: null,
            comment_count: 2,
            sha: 'a786ae4b8582012dac11bcc9dbd2bf7edcefd343',
            merge_commit_sha: null,
            pipeline_status: null,
            created_at: '2026-01-26T08:00:00.000Z',
            updated_at: '2026-02-05T08:00:00.000Z',
            merged_at: null,
            closed_at: null,
            reference: 'acme/web!1',
            url: 'https://gitlab.example.com/acme/web/-/merge_requests/1'
          }
        ],
        next_cursor: null,
        total: { value: 3, relation: 'eq' }
      }
    },
    {
      name: 'contradiction',
      summary: 'Two filters for the author',
      input: { project: 'acme/web', author: 'sam', author_id: 1 },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ project, group }) => `List merge requests of ${group ?? project ?? 'the default project'}`,
  handler: (input, call) => listMergeRequests(call.client, input, call)
})

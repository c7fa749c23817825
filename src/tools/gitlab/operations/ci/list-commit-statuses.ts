import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listOf } from '../../../../contract/schema.ts'
import { listCommitStatuses } from '../../client/ci/reports.ts'
import { globalErrors } from '../../errors.ts'
import { pages, project } from '../../inputs/common.ts'
import { fullSha, refName } from '../../inputs/files.ts'
import { CommitStatus } from '../../schemas/ci-reports.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_commit_statuses',
  group: 'ci',
  summary: 'List the statuses of a commit',
  description:
    'Returns the statuses that jobs and external services reported for a commit. Use it to see whether a commit passed all checks, including those outside GitLab. For the jobs of one pipeline, use list_pipeline_jobs instead.',
  permission: 'read',
  http: 'GET /repository/commits/:sha/statuses',
  list: true,
  see_also: ['gitlab_get_commit', 'gitlab_list_pipeline_jobs'],
  asked_as: {
    en: [
      'did all checks pass for this commit',
      'external CI status of a commit',
      'which checks ran on the SHA',
      'is this commit green',
      'did the checks on this commit pass',
      'what did the external checks report',
      'did all external checks pass',
      'results of the checks for a SHA',
      'is there a failed check on the commit',
      'is the commit ok according to CI',
      'which tools reported on the commit',
      'did sonar complain about the commit'
    ]
  },
  input: Type.Object({
    project,
    sha: fullSha('Commit'),
    ref: Type.Optional(refName('Only statuses of this branch or tag')),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'Only the status with this name' })),
    all: Type.Boolean({ default: false, description: 'true: include the earlier runs of retried jobs. Default false' }),
    ...pages
  }),
  output: listOf(CommitStatus, {}),
  errors: { ...globalErrors('commit') },
  examples: [
    {
      name: 'main',
      summary: 'The statuses of a commit',
      input: { project: 'acme/web', sha: 'e51db501890941b56fc97f9977285c32c299aea8', name: 'test' },
      output: {
        items: [
          {
            id: 1012,
            name: 'test',
            status: 'success',
            ref: 'main',
            pipeline_id: 101,
            description: null,
            target_url: 'https://gitlab.example.com/acme/web/-/jobs/1012',
            coverage: null,
            allow_failure: false,
            author: { id: 1, username: 'sam', name: 'Sam Sandbox' },
            created_at: '2026-03-17T08:00:00.000Z',
            finished_at: '2026-03-17T08:02:00.000Z'
          },
          {
            id: 1032,
            name: 'test',
            status: 'pending',
            ref: 'main',
            pipeline_id: 103,
            description: null,
            target_url: 'https://gitlab.example.com/acme/web/-/jobs/1032',
            coverage: null,
            allow_failure: false,
            author: { id: 1, username: 'sam', name: 'Sam Sandbox' },
            created_at: '2026-03-19T08:00:00.000Z',
            finished_at: null
          }
        ],
        next_cursor: null,
        total: { value: 2, relation: 'eq' }
      }
    },
    {
      name: 'unknown',
      summary: 'A commit that does not exist',
      input: { project: 'acme/web', sha: '0123456789abcdef' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ sha, project }) => `List the statuses of the commit ${sha} of ${project ?? 'the default project'}`,
  handler: (input, call) => listCommitStatuses(call.client, input, call)
})

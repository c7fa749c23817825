import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { stringEnum } from '../../../../contract/schema.ts'
import { setCommitStatus } from '../../client/ci/reports.ts'
import { resourceErrors } from '../../errors.ts'
import { idOf, project } from '../../inputs/common.ts'
import { commitSha, refName } from '../../inputs/files.ts'
import { NewCommitStatus } from '../../schemas/ci-reports.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'set_commit_status',
  group: 'ci',
  summary: 'Set an external status of a commit',
  description:
    'Sets the status that an external service reports for a commit, and returns it. Use it to show the result of a check that runs outside GitLab, not for CI jobs, which report their own status. A failed status fails the pipeline. Setting the same state twice is refused.',
  permission: 'write',
  http: 'POST /commits/:sha/statuses',
  success: [201],
  see_also: ['gitlab_list_commit_statuses'],
  asked_as: {
    en: [
      'report the result of our external check',
      'mark the commit as green',
      'post a build status from Jenkins',
      'Jenkins should show up at the commit',
      'report to GitLab that our own tests passed',
      'give the commit a red cross',
      'show the license check next to the commit',
      'the external scan is done, report it',
      'add a check mark to the commit from outside',
      'set the commit to pending until QA is done'
    ]
  },
  input: Type.Object({
    project,
    sha: commitSha,
    state: stringEnum(['pending', 'running', 'success', 'failed', 'canceled', 'skipped'], { description: 'State' }),
    name: Type.String({ minLength: 1, maxLength: 255, description: 'Name of the check' }),
    ref: Type.Optional(refName('Branch or tag of the commit')),
    description: Type.Optional(Type.String({ maxLength: 255, description: 'Short description' })),
    target_url: Type.Optional(Type.String({ format: 'uri', maxLength: 255, description: 'URL with details' })),
    coverage: Type.Optional(Type.Number({ minimum: 0, maximum: 100, description: 'Test coverage in percent' })),
    pipeline_id: Type.Optional(idOf('pipeline, if the commit has several'))
  }),
  output: NewCommitStatus,
  errors: { ...resourceErrors('commit') },
  examples: [
    {
      name: 'passed',
      summary: 'An external check has passed',
      input: { project: 'acme/playground', sha: 'main', state: 'success', name: 'license check', ref: 'main', description: 'No problems' },
      output: {
        id: 1105,
        name: 'license check',
        status: 'success',
        ref: 'main',
        pipeline_id: null,
        description: 'No problems',
        target_url: null,
        coverage: null,
        allow_failure: false,
        author: { id: 1, username: 'sam', name: 'Sam Sandbox' },
        created_at: '2026-11-26T16:42:26.844Z',
        finished_at: '2026-11-26T16:42:26.844Z'
      }
    },
    {
      name: 'unknown',
      summary: 'A commit that does not exist',
      input: { project: 'acme/playground', sha: '0123456789abcdef', state: 'success', name: 'license check' },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ name, state, sha, project }) =>
    `Set the status ${name} of the commit ${sha} in ${project ?? 'the default project'} to ${state}`,
  handler: (input, call) => setCommitStatus(call.client, input, call)
})

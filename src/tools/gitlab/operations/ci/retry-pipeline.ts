import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { actOnPipeline } from '../../client/pipelines.ts'
import { MISSING } from '../../failures.ts'
import { idOf, project } from '../../inputs.ts'
import { NewPipeline } from '../../schemas/ci.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'retry_pipeline',
  group: 'ci',
  summary: 'Run the failed jobs of a pipeline again',
  description:
    'Runs the jobs of a pipeline again that failed or were cancelled, and answers it. Use it where the failure was not of the code. For one job use retry_job, for a new pipeline create_pipeline instead.',
  permission: 'write',
  http: 'POST /pipelines/:pipeline_id/retry',
  aliases: ['retry_pipeline'],
  see_also: ['gitlab_get_pipeline', 'gitlab_list_pipeline_jobs'],
  input: Type.Object({ project, pipeline_id: idOf('pipeline') }),
  output: NewPipeline,
  errors: { ...MISSING('pipeline') },
  examples: [
    {
      name: 'by_id',
      summary: 'One by its id',
      input: { project: 'acme/playground', pipeline_id: 302 },
      output: {
        id: 302,
        project_id: 3,
        status: 'running',
        ref: 'feature/dark-mode',
        source: 'push',
        user: { id: 1, username: 'sam', name: 'Sam Sandbox' },
        sha: '16d802c10835fa91fb69368ab819a010a12c4f01',
        duration: null,
        created_at: '2026-03-18T08:00:00.000Z',
        updated_at: '2026-03-18T08:00:00.000Z',
        started_at: '2026-03-18T08:00:00.000Z',
        finished_at: null,
        url: 'https://gitlab.example.com/acme/playground/-/pipelines/302'
      }
    },
    {
      name: 'unknown',
      summary: 'A pipeline that does not exist',
      input: { project: 'acme/web', pipeline_id: 999999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ pipeline_id, project }) => `Retry the pipeline ${pipeline_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => actOnPipeline(call.client, input, 'retry', call)
})

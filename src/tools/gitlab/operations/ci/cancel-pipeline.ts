import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { actOnPipeline } from '../../client/pipelines.ts'
import { MISSING } from '../../failures.ts'
import { idOf, project } from '../../inputs.ts'
import { NewPipeline } from '../../schemas/ci.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'cancel_pipeline',
  group: 'ci',
  summary: 'Cancel the running jobs of a pipeline',
  description:
    'Cancels the jobs of a pipeline that run or wait, and answers it. Use it for what is not needed any more. Jobs that have ended stay as they are. To run them again use retry_pipeline instead.',
  permission: 'write',
  http: 'POST /pipelines/:pipeline_id/cancel',
  aliases: ['cancel_pipeline'],
  see_also: ['gitlab_get_pipeline', 'gitlab_list_pipeline_jobs'],
  input: Type.Object({ project, pipeline_id: idOf('pipeline') }),
  output: NewPipeline,
  errors: { ...MISSING('pipeline') },
  examples: [
    {
      name: 'by_id',
      summary: 'One by its id',
      input: { project: 'acme/playground', pipeline_id: 303 },
      output: {
        id: 303,
        project_id: 3,
        status: 'canceled',
        ref: 'main',
        source: 'push',
        user: { id: 1, username: 'sam', name: 'Sam Sandbox' },
        sha: '4e801005ccf719fcc16316d8acdb9af8058374a9',
        duration: null,
        created_at: '2026-03-19T08:00:00.000Z',
        updated_at: '2026-03-19T08:00:00.000Z',
        started_at: '2026-03-19T08:00:00.000Z',
        finished_at: null,
        url: 'https://gitlab.example.com/acme/playground/-/pipelines/303'
      }
    },
    {
      name: 'unknown',
      summary: 'A pipeline that does not exist',
      input: { project: 'acme/web', pipeline_id: 999999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ pipeline_id, project }) => `Cancel the pipeline ${pipeline_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => actOnPipeline(call.client, input, 'cancel', call)
})

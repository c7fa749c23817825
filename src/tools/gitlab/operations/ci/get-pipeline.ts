import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getPipeline } from '../../client/pipelines.ts'
import { MISSING } from '../../failures.ts'
import { idOf, project } from '../../inputs.ts'
import { Pipeline } from '../../schemas/ci.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'get_pipeline',
  group: 'ci',
  summary: 'Get one pipeline',
  description:
    'Answers status, branch, commit, times and who started a pipeline. Use it to follow one that runs. For its jobs, and which of them failed, use list_pipeline_jobs instead.',
  permission: 'read',
  http: 'GET /pipelines/:pipeline_id',
  aliases: ['get_pipeline'],
  see_also: ['gitlab_list_pipelines', 'gitlab_list_pipeline_jobs'],
  input: Type.Object({ project, pipeline_id: idOf('pipeline') }),
  output: Pipeline,
  errors: { ...MISSING('pipeline') },
  examples: [
    {
      name: 'by_id',
      summary: 'One by its id',
      input: { project: 'acme/web', pipeline_id: 101 },
      output: {
        id: 101,
        project_id: 1,
        status: 'success',
        ref: 'main',
        source: 'push',
        user: { id: 1, username: 'sam', name: 'Sam Sandbox' },
        sha: 'e51db501890941b56fc97f9977285c32c299aea8',
        duration: 180,
        created_at: '2026-03-17T08:00:00.000Z',
        updated_at: '2026-03-17T08:03:00.000Z',
        started_at: '2026-03-17T08:00:00.000Z',
        finished_at: '2026-03-17T08:03:00.000Z',
        url: 'https://gitlab.example.com/acme/web/-/pipelines/101'
      }
    },
    {
      name: 'unknown',
      summary: 'A pipeline that does not exist',
      input: { project: 'acme/web', pipeline_id: 999999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ pipeline_id, project }) => `Get the pipeline ${pipeline_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => getPipeline(call.client, input, call)
})

import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { getPipeline } from '../../client/pipelines.ts'
import { FILL } from '../../examples.ts'
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
  input: Type.Object({project, pipeline_id: idOf('pipeline')}),
  output: Pipeline,
  errors: {...MISSING('pipeline')},
  examples: [
    { name: 'by_id', summary: 'One by its id', input: {project: 'acme/web', pipeline_id: 101}, output: FILL },
    { name: 'unknown', summary: 'A pipeline that does not exist', input: {project: 'acme/web', pipeline_id: 999999}, error: { reason: 'upstream_not_found' } }
  ],
  message: ({ pipeline_id, project }) => `Get the pipeline ${pipeline_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => getPipeline(call.client, input, call)
})

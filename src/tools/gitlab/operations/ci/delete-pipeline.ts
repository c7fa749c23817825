import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deletePipeline } from '../../client/pipelines.ts'
import { MISSING } from '../../failures.ts'
import { idOf, project } from '../../inputs.ts'
import { deleted } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'delete_pipeline',
  group: 'ci',
  summary: 'Delete a pipeline with its jobs',
  description:
    'Deletes a pipeline for good, with its jobs, their logs and their artifacts: all of it is lost. Use it only for what must not be kept. To stop one use cancel_pipeline instead. Only owners of the project may.',
  permission: 'destructive',
  http: 'DELETE /pipelines/:pipeline_id',
  aliases: ['delete_pipeline'],
  see_also: ['gitlab_cancel_pipeline', 'gitlab_list_pipelines'],
  input: Type.Object({ project, pipeline_id: idOf('pipeline') }),
  output: Type.Object({ id: Type.Integer({ description: 'Id of the pipeline' }), deleted }),
  errors: { ...MISSING('pipeline') },
  examples: [
    {
      name: 'by_id',
      summary: 'One by its id',
      input: { project: 'acme/sandpit', pipeline_id: 401, confirm: true },
      output: { id: 401, deleted: true }
    },
    {
      name: 'unknown',
      summary: 'A pipeline that does not exist',
      input: { project: 'acme/web', pipeline_id: 999999, confirm: true },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ pipeline_id, project }) => `Delete the pipeline ${pipeline_id} of ${project ?? 'the default project'} for good`,
  handler: (input, call) => deletePipeline(call.client, input, call)
})

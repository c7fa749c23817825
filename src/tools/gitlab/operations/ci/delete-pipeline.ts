import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { deletePipeline } from '../../client/ci/pipelines.ts'
import { resourceErrors } from '../../errors.ts'
import { idOf, project } from '../../inputs/common.ts'
import { deleted } from '../../schemas/common.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'delete_pipeline',
  group: 'ci',
  summary: 'Delete a pipeline with its jobs',
  description:
    'Deletes a pipeline with its jobs, their logs and their artifacts permanently; only project owners can do this. Use it only for pipelines that must not be kept. To stop a pipeline, use cancel_pipeline instead.',
  permission: 'destructive',
  http: 'DELETE /pipelines/:pipeline_id',
  aliases: ['delete_pipeline'],
  see_also: ['gitlab_cancel_pipeline', 'gitlab_list_pipelines'],
  asked_as: {
    en: [
      'erase a CI run',
      'remove an old pipeline with its logs',
      'get rid of a build for good',
      'wipe a build from the history',
      'the pipeline log contains a secret, delete it',
      'clear away that old build',
      "the run shouldn't be visible any more",
      'remove the failed build completely',
      'erase the record of a pipeline',
      'take the old CI run and its jobs out'
    ]
  },
  input: Type.Object({ project, pipeline_id: idOf('pipeline') }),
  output: Type.Object({ id: Type.Integer({ description: 'ID of the pipeline' }), deleted }),
  errors: { ...resourceErrors('pipeline') },
  examples: [
    {
      name: 'by_id',
      summary: 'A pipeline by its ID',
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
  message: ({ pipeline_id, project }) => `Delete the pipeline ${pipeline_id} of ${project ?? 'the default project'} permanently`,
  handler: (input, call) => deletePipeline(call.client, input, call)
})

import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { actOnJob } from '../../client/jobs.ts'
import { FILL } from '../../examples.ts'
import { MISSING } from '../../failures.ts'
import { idOf, project } from '../../inputs.ts'
import { NewJob } from '../../schemas/ci.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'cancel_job',
  group: 'ci',
  summary: 'Cancel a job',
  description:
    'Cancels a job that runs or waits, and answers it. Use it for what is not needed any more. One that has ended stays as it is. For a whole pipeline use cancel_pipeline instead.',
  permission: 'write',
  http: 'POST /jobs/:job_id/cancel',
  aliases: ['cancel_job'],
  see_also: ['gitlab_get_job', 'gitlab_get_job_log'],
  input: Type.Object({project, job_id: idOf('job')}),
  output: NewJob,
  errors: {...MISSING('job')},
  examples: [
    { name: 'by_id', summary: 'One by its id', input: {project: 'acme/playground', job_id: 3041}, output: FILL },
    { name: 'unknown', summary: 'A job that does not exist', input: {project: 'acme/web', job_id: 999999}, error: { reason: 'upstream_not_found' } }
  ],
  message: ({ job_id, project }) => `Cancel the job ${job_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => actOnJob(call.client, input, 'cancel', call)
})

import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { listArtifacts } from '../../client/ci/jobs.ts'
import { globalErrors } from '../../errors.ts'
import { idOf, project } from '../../inputs/common.ts'
import { JobArtifact } from '../../schemas/ci-reports.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'list_job_artifacts',
  group: 'ci',
  summary: 'List the artifacts of a CI job',
  description:
    "Returns the artifacts of a job (its archive, log and reports) with their types and sizes. Use it before download_job_artifacts. GitLab's API does not list the files in the archive: to see them, download it.",
  permission: 'read',
  http: 'GET /jobs/:job_id/artifact-files',
  see_also: ['gitlab_download_job_artifacts', 'gitlab_get_job'],
  asked_as: {
    en: [
      'what did the job produce',
      'how large are the build artifacts',
      'does the job have a report',
      'when do the artifacts expire',
      'which files came out of the build',
      'what did the build step leave behind',
      'is there a coverage report from the job',
      'list what the job built',
      'how big is the build result',
      'files that the CI job saved',
      'did the job keep anything'
    ]
  },
  input: Type.Object({ project, job_id: idOf('job') }),
  output: JobArtifact,
  errors: { ...globalErrors('job') },
  examples: [
    {
      name: 'log',
      summary: 'A job with a log',
      input: { project: 'acme/web', job_id: 1022 },
      output: { job_id: 1022, expires_at: null, files: [{ file_type: 'trace', filename: 'job.log', size: 350, file_format: null }] }
    },
    {
      name: 'unknown',
      summary: 'A CI job that does not exist',
      input: { project: 'acme/web', job_id: 999999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ job_id, project }) => `List the artifacts of the job ${job_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => listArtifacts(call.client, input, call)
})

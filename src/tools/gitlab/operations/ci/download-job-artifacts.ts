import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { stream } from '../../../../contract/stream.ts'
import { downloadArtifacts } from '../../client/jobs.ts'
import { MISSING } from '../../failures.ts'
import { filePath } from '../../file-inputs.ts'
import { idOf, project } from '../../inputs.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'download_job_artifacts',
  group: 'ci',
  summary: 'Fetch the files that a job left',
  description:
    'Answers the files of a job as one zip archive, of any size, or one of them by its path. Use it over HTTP with Accept: application/octet-stream; elsewhere it answers a link and the first 64 KiB in base64. Whether there are any tells get_job; do not take bytes for text without looking.',
  permission: 'read',
  http: 'GET /jobs/:job_id/artifacts',
  timeout_ms: 300_000,
  aliases: ['download_job_artifacts'],
  see_also: ['gitlab_get_job', 'gitlab_list_pipeline_jobs'],
  input: Type.Object({ project, job_id: idOf('job'), artifact_path: Type.Optional(filePath('One file of the archive')) }),
  output: stream(['application/octet-stream']),
  errors: { ...MISSING('job, its artifacts or the file') },
  examples: [
    {
      name: 'one_file',
      summary: 'One file of them',
      input: { project: 'acme/web', job_id: 1011, artifact_path: 'report.txt' },
      output: {
        url: '/v1/gitlab/jobs/1011/artifacts?project=acme%2Fweb&artifact_path=report.txt',
        media_type: 'application/octet-stream',
        filename: 'report.txt',
        length: 13,
        content: 'QWxsIGlzIHdlbGwuCg==',
        encoding: 'base64',
        complete: true
      }
    },
    {
      name: 'unknown',
      summary: 'A job that does not exist',
      input: { project: 'acme/web', job_id: 999999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ job_id, project }) => `Fetch the artifacts of the job ${job_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => downloadArtifacts(call.client, input, call)
})

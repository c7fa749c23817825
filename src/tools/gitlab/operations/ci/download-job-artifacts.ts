import { Type } from 'typebox'
import { defineOperation } from '../../../../contract/operation.ts'
import { stream } from '../../../../contract/stream.ts'
import { downloadArtifacts } from '../../client/ci/jobs.ts'
import { globalErrors } from '../../errors.ts'
import { idOf, project } from '../../inputs/common.ts'
import { filePath } from '../../inputs/files.ts'
import { gitlab } from '../../tool.ts'

export default defineOperation(gitlab, {
  name: 'download_job_artifacts',
  group: 'ci',
  summary: 'Download the artifacts of a CI job',
  description:
    'Returns the artifacts of a CI job as one ZIP archive of any size, or one file of the archive by its path. Use it over HTTP with Accept: application/octet-stream; otherwise it returns a link and the first 64 KiB in base64. get_job returns whether the job has artifacts. Do not assume that the content is text.',
  permission: 'read',
  http: 'GET /jobs/:job_id/artifacts',
  timeout_ms: 300_000,
  aliases: ['download_job_artifacts'],
  see_also: ['gitlab_get_job', 'gitlab_list_pipeline_jobs'],
  asked_as: {
    en: [
      'get the build output',
      'download the test report of a CI job',
      'fetch the compiled binary',
      'coverage report of the build',
      'zip of what CI built',
      'give me the files that the job produced',
      'download the app from the pipeline',
      'fetch what the build produced',
      'I need the built app',
      'get the test report of the job'
    ],
    de: ['die Artefakte des Jobs herunterladen'],
    es: ['descarga los artefactos del job'],
    fr: ['télécharger les artefacts du job'],
    ja: ['ジョブの成果物をダウンロード'],
    pl: ['pobierz artefakty zadania']
  },
  input: Type.Object({
    project,
    job_id: idOf('job'),
    artifact_path: Type.Optional(filePath('File. Default: the whole archive', 'in the archive'))
  }),
  output: stream(['application/octet-stream']),
  errors: { ...globalErrors('job, its artifacts or the file') },
  examples: [
    {
      name: 'one_file',
      summary: 'One of the files',
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
      summary: 'A CI job that does not exist',
      input: { project: 'acme/web', job_id: 999999 },
      error: { reason: 'upstream_not_found' }
    }
  ],
  message: ({ job_id, project }) => `Download the artifacts of the job ${job_id} of ${project ?? 'the default project'}`,
  handler: (input, call) => downloadArtifacts(call.client, input, call)
})

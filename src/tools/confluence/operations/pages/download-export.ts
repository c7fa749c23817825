import { Type } from 'typebox'
import { OperationError } from '../../../../contract/errors.ts'
import type { ExampleSetup } from '../../../../contract/examples.ts'
import { defineOperation } from '../../../../contract/operation.ts'
import { stream } from '../../../../contract/stream.ts'
import { invalidField } from '../../../../lib/invalid-field.ts'
import { GUIDES } from '../../bulk-inputs.ts'
import { exportArchive } from '../../client/export/archive.ts'
import { confluence } from '../../tool.ts'

const EXPORT = 'confluence_bulk_export_pages'
const A_JOB = 'jq3kz5v7w2m4n6p3r2t2x4y6a7b'

const rehearsed: ExampleSetup = { operation: EXPORT, input: { ...GUIDES, dry_run: true }, as: { job_id: 'id' } }

export default defineOperation(confluence, {
  name: 'download_export',
  group: 'pages',
  summary: 'Download the pages of an export as one archive',
  description:
    'Returns a ZIP archive of the pages on which a confluence_bulk_export_pages job succeeded. Each page has a folder SPACE/ID TITLE: page.xml is its text in storage format, at the version that the job recorded; attachments/ contains its files in their current version; page.json contains title, version, labels and attachments, and, in missing, what could not be fetched. Use it over HTTP, after the job has ended: the content is fetched from Confluence during the download, and needs no disk space on the gateway. Other callers get a link and the first 64 KiB. Only the key that created the job can use it.',
  permission: 'read',
  http: 'GET /exports/:job_id',
  timeout_ms: 300_000,
  see_also: [EXPORT, 'confluence_download_attachment'],
  asked_as: {
    en: [
      'get the zip of exported pages',
      'download the finished export',
      'save the backup of the wiki as an archive',
      'where is my wiki backup',
      'fetch the archive of the exported docs',
      'the export is ready, give me the file',
      'hand me the exported wiki pages',
      'the wiki export is done, where can I get it',
      'fetch the result of the page export',
      'the zip of the space export',
      'I exported the docs, now I want the files'
    ]
  },
  input: Type.Object({
    // A plain string: an ID of another form is reported as a job that does not exist.
    job_id: Type.String({ minLength: 1, maxLength: 64, description: 'ID of the job, as bulk_export_pages returned it' })
  }),
  output: stream(['application/zip']),
  errors: {
    job_not_found: 'The job does not exist, or another key created it',
    job_expired: 'The job was deleted or has expired: export the pages again',
    illegal_transition: 'The job has not ended yet'
  },
  examples: [
    {
      name: 'rehearsal',
      summary: 'The archive of a dry run is empty',
      given: rehearsed,
      input: { job_id: A_JOB },
      output: {
        url: `/v1/confluence/exports/${A_JOB}`,
        media_type: 'application/zip',
        filename: `confluence-${A_JOB}.zip`,
        length: null,
        content: 'UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==',
        encoding: 'base64',
        complete: true
      }
    },
    {
      name: 'unknown_job',
      summary: 'A job that does not exist',
      input: { job_id: 'jaaaaaaaaaaaaaaaaaaaaaaaaaa' },
      error: { reason: 'job_not_found' }
    }
  ],
  message: ({ job_id }) => `Download the pages exported by the job ${job_id}`,
  async handler({ job_id }, call) {
    const { operation, instance, finished_at, status } = await call.jobs.get(call.caller, job_id)
    if (operation !== EXPORT) throw invalidField('job_id', `is a job of ${operation}`, `a job of ${EXPORT}`)
    if (instance !== call.instance) throw invalidField('instance', `is not ${instance}, the instance of the exported pages`, `${instance}`)
    if (finished_at === null) throw notEnded(job_id, status)
    const { pages } = await call.jobs.results(call.caller, job_id, { outcome: 'succeeded' })
    const filename = `confluence-${job_id}.zip`
    return { body: exportArchive(call.client, pages, call), media_type: 'application/zip', filename }
  }
})

const notEnded = (id: string, status: string): OperationError =>
  new OperationError('illegal_transition', `The job ${id} is ${status}: its archive is available once the job has ended.`, {
    source: 'gateway',
    outcome: 'not_executed',
    current: { status },
    suggestions: ['Confirm the job if it awaits confirmation, and poll it with jobs_get.']
  })

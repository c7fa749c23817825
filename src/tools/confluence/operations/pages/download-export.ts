import { Type } from 'typebox'
import { OperationError } from '../../../../contract/errors.ts'
import type { Given } from '../../../../contract/examples.ts'
import { defineOperation } from '../../../../contract/operation.ts'
import { stream } from '../../../../contract/stream.ts'
import { misgiven } from '../../../../lib/misgiven.ts'
import { GUIDES } from '../../bulk-inputs.ts'
import { exportArchive } from '../../client/export-archive.ts'
import { confluence } from '../../tool.ts'

const EXPORT = 'confluence_bulk_export_pages'
const A_JOB = 'jq3kz5v7w2m4n6p3r2t2x4y6a7b'

const rehearsed: Given = { operation: EXPORT, input: { ...GUIDES, dry_run: true }, as: { job_id: 'id' } }

export default defineOperation(confluence, {
  name: 'download_export',
  group: 'pages',
  summary: 'Download the pages of an export as one archive',
  description:
    'Answers a ZIP archive with the pages on which a job of confluence_bulk_export_pages succeeded. Each has a folder SPACE/ID TITLE: page.xml is its text in storage format, at the version that the job has seen; attachments/ holds its files as they are now; page.json tells title, version, labels and files, and in missing what could not be fetched. Use it over HTTP, once the job has ended: all is fetched from Confluence while it is read, so that an archive of any size needs no room here. Elsewhere it answers a link and the first 64 KiB. It needs the key that made the job.',
  permission: 'read',
  http: 'GET /exports/:job_id',
  timeout_ms: 300_000,
  see_also: [EXPORT, 'confluence_download_attachment'],
  input: Type.Object({
    // Not the pattern of an id: an id of another form is a job that does not exist.
    job_id: Type.String({ minLength: 1, maxLength: 64, description: 'Id of the job, as bulk_export_pages answered it' })
  }),
  output: stream(['application/zip']),
  errors: {
    job_not_found: 'There is no such job, or another key made it',
    job_expired: 'The job is not kept any more: export the pages again',
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
    { name: 'unknown_job', summary: 'No such job', input: { job_id: 'jaaaaaaaaaaaaaaaaaaaaaaaaaa' }, error: { reason: 'job_not_found' } }
  ],
  message: ({ job_id }) => `Download the pages that the job ${job_id} exports`,
  async handler({ job_id }, call) {
    const { operation, instance, finished_at, status } = await call.jobs.get(call.caller, job_id)
    if (operation !== EXPORT) throw misgiven('job_id', `is a job of ${operation}`, `a job of ${EXPORT}`)
    if (instance !== call.instance) throw misgiven('instance', `is not ${instance}, whose pages the job exports`, `${instance}`)
    if (finished_at === null) throw notEnded(job_id, status)
    const { pages } = await call.jobs.results(call.caller, job_id, { outcome: 'succeeded' })
    const filename = `confluence-${job_id}.zip`
    return { body: exportArchive(call.client, pages, call), media_type: 'application/zip', filename }
  }
})

const notEnded = (id: string, status: string): OperationError =>
  new OperationError('illegal_transition', `The job ${id} is ${status}: its archive can be had once it has ended.`, {
    source: 'gateway',
    outcome: 'not_executed',
    current: { status },
    suggestions: ['Confirm it, where it awaits that, and poll it with jobs_get.']
  })

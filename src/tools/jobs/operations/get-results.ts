import { Type } from 'typebox'
import { ITEM_OUTCOMES, JobItem } from '../../../contract/job.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { stringEnum } from '../../../contract/schema.ts'
import { stream } from '../../../contract/stream.ts'
import { A_JOB, NO_JOB, rehearsed } from '../examples.ts'
import { CSV, fileMarkdown, NDJSON, textOf } from '../results.ts'
import { jobId, NOT_FOUND } from '../schemas.ts'
import { jobs } from '../tool.ts'

export default defineOperation(jobs, {
  name: 'get_results',
  summary: 'Download the results of all items of a job',
  description:
    'Returns every item of a job with its outcome as a file: NDJSON, one object per line as jobs_list_items returns them, or CSV, one row per item. Use it for all items of a large job, for a spreadsheet or a program; use jobs_list_items to read a few of them, and jobs_get for the counts. While a job runs, items without an outcome are pending: outcome is null, or empty in CSV. In CSV, text that a spreadsheet would treat as a formula starts with an apostrophe. Items are kept for 7 days after the end of their job.',
  permission: 'read',
  http: 'GET /:id/results',
  timeout_ms: 60_000,
  versioned: true,
  input: Type.Object({
    id: jobId,
    format: Type.Optional(
      stringEnum(['ndjson', 'csv'], { description: 'Format of the file. Default: the format in the Accept header, else ndjson' })
    ),
    outcome: Type.Optional(
      stringEnum(ITEM_OUTCOMES, { description: 'Only items with this outcome. Default: all, including items without an outcome' })
    )
  }),
  output: stream([NDJSON, CSV], { parts: { line: JobItem } }),
  errors: NOT_FOUND,
  examples: [
    {
      name: 'table',
      summary: 'The one item of a dry run, as a table',
      given: rehearsed,
      input: { id: A_JOB, format: 'csv' },
      output: {
        url: `/v1/jobs/${A_JOB}/results?format=csv`,
        media_type: 'text/csv; charset=utf-8; header=present',
        filename: `${A_JOB}.csv`,
        length: null,
        content:
          'index,item_id,display_name,outcome,success,error_code,error_reason,error_message,data\r\n0,notes/2026-12/note-30.txt,notes/2026-12/note-30.txt,not_attempted,false,,,,\r\n',
        encoding: 'utf-8',
        complete: true
      }
    },
    {
      name: 'no_failures',
      summary: 'No item has failed',
      given: rehearsed,
      input: { id: A_JOB, outcome: 'failed' },
      output: {
        url: `/v1/jobs/${A_JOB}/results?outcome=failed`,
        media_type: NDJSON,
        filename: `${A_JOB}-failed.ndjson`,
        length: null,
        content: '',
        encoding: 'utf-8',
        complete: true
      }
    },
    { name: 'unknown_job', summary: 'A job that does not exist', input: { id: NO_JOB }, error: { reason: 'job_not_found' } }
  ],
  see_also: ['jobs_list_items', 'jobs_get'],
  asked_as: {
    en: [
      'download the outcome of the bulk job',
      'export a CSV of what happened to each item',
      'report of a finished batch',
      'spreadsheet with the outcome of each item',
      'save the results of the batch',
      'what came out of the batch',
      'for which items did it fail and why',
      'list of what was done',
      'the outcome of the mass update as a file',
      'give me a list of what the job did with each item',
      'download the report of the batch',
      "a table of the job's results",
      'what did the bulk job do, as CSV'
    ]
  },
  markdown: fileMarkdown,
  message: ({ id, outcome }) => `Download the ${outcome ? `${outcome} ` : ''}items of job ${id}`,
  async handler({ id, format, outcome }, { jobs, caller, media_type }) {
    const { revision, pages } = await jobs.results(caller, id, { ...(outcome && { outcome }) })
    const isCsv = format === undefined ? media_type === CSV : format === 'csv'
    return {
      body: textOf(pages, isCsv),
      media_type: isCsv ? `${CSV}; charset=utf-8; header=present` : NDJSON,
      filename: `${[id, ...(outcome ? [outcome] : [])].join('-')}.${isCsv ? 'csv' : 'ndjson'}`,
      etag: `W/"${revision}-${isCsv ? 'csv' : 'ndjson'}"`
    }
  }
})

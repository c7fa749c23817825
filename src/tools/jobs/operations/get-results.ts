import { Type } from 'typebox'
import { ITEM_OUTCOMES, JobItem } from '../../../contract/jobs.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { words } from '../../../contract/schema.ts'
import { stream } from '../../../contract/stream.ts'
import { A_JOB, NO_JOB, rehearsed } from '../examples.ts'
import { CSV, fileMarkdown, NDJSON, textOf } from '../results.ts'
import { jobId, NOT_FOUND } from '../schemas.ts'
import { jobs } from '../tool.ts'

export default defineOperation(jobs, {
  name: 'get_results',
  summary: 'Download what became of all items of a job',
  description:
    'Answers every item of a job with its outcome as a file: NDJSON, one object a line as list_items answers them, or CSV, one row an item. Use it for all items of a large job, for a table or a program; use list_items to look at some of them, and get for the counts. While a job runs, items without an outcome yet are told as pending: outcome null, in CSV empty. In CSV a text that a spreadsheet would take for a formula has an apostrophe in front. Items are kept for 7 days after the end of their job.',
  permission: 'read',
  http: 'GET /:id/results',
  timeout_ms: 60_000,
  versioned: true,
  input: Type.Object({
    id: jobId,
    format: Type.Optional(
      words(['ndjson', 'csv'], { description: 'How the items are written. Absent: as the Accept header asks, else ndjson' })
    ),
    outcome: Type.Optional(words(ITEM_OUTCOMES, { description: 'Only items that ended so. Absent: all, those without an outcome too' }))
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
      summary: 'None of its items failed',
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
    { name: 'unknown_job', summary: 'No such job', input: { id: NO_JOB }, error: { reason: 'job_not_found' } }
  ],
  see_also: ['jobs_list_items', 'jobs_get'],
  markdown: fileMarkdown,
  message: ({ id, outcome }) => `Download the ${outcome ? `${outcome} ` : ''}items of job ${id}`,
  async handler({ id, format, outcome }, { client, caller, media_type }) {
    const { revision, pages } = await client.results(caller, id, { ...(outcome && { outcome }) })
    const isCsv = format === undefined ? media_type === CSV : format === 'csv'
    return {
      body: textOf(pages, isCsv),
      media_type: isCsv ? `${CSV}; charset=utf-8; header=present` : NDJSON,
      filename: `${[id, ...(outcome ? [outcome] : [])].join('-')}.${isCsv ? 'csv' : 'ndjson'}`,
      etag: `W/"${revision}-${isCsv ? 'csv' : 'ndjson'}"`
    }
  }
})

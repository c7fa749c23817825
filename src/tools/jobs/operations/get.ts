import { Type } from 'typebox'
import { Job } from '../../../contract/jobs.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { jobMarkdown } from '../../../contract/render-job.ts'
import { A_JOB, NO_JOB, rehearsal, rehearsed } from '../examples.ts'
import { jobId, NOT_FOUND } from '../schemas.ts'
import { jobs } from '../tool.ts'

export default defineOperation(jobs, {
  name: 'get',
  core: true,
  summary: 'Say where a job stands',
  description:
    'Answers one job: its status, why it waits or failed, how many items ended in which way, its preview, and its confirm_token while it awaits confirmation. Use it to follow a job: with wait it answers as soon as the status changes, or, where If-None-Match names the version you have, as soon as anything does, so that you need not ask again and again. It answers at once where nothing will change by itself. What became of each single item is told by list_items; which jobs there are, by list.',
  permission: 'read',
  http: 'GET /:id',
  timeout_ms: 50_000,
  versioned: true,
  input: Type.Object({
    id: jobId,
    wait: Type.Number({
      minimum: 0,
      maximum: 40,
      default: 0,
      description: 'Most seconds to wait for a change of status. 0: answer at once; 25 suits most callers'
    })
  }),
  output: Job,
  errors: NOT_FOUND,
  examples: [
    {
      name: 'dry_run',
      summary: 'A dry run that has ended: nothing was changed',
      given: rehearsed,
      input: { id: A_JOB },
      output: rehearsal
    },
    {
      name: 'waiting_for_news',
      summary: 'A job that has ended is answered at once',
      given: rehearsed,
      input: { id: A_JOB, wait: 25 },
      output: rehearsal
    },
    {
      name: 'unknown_job',
      summary: 'No such job',
      input: { id: NO_JOB },
      error: { reason: 'job_not_found', message: `No job ${NO_JOB} is visible to this key.` }
    }
  ],
  see_also: ['jobs_confirm', 'jobs_list_items'],
  message: ({ id }) => `Look at job ${id}`,
  markdown: jobMarkdown,
  async handler({ id, wait }, { client, caller, signal, knows, respond }) {
    const job = await client.get(caller, id, { wait, signal, ...(knows && { knows: revision => knows(versionOf(revision)) }) })
    respond({ etag: versionOf(job.revision) })
    return job
  }
})

/** Weak: of equal revisions, only what depends on the moment differs. */
const versionOf = (revision: number): string => `W/"${revision}"`

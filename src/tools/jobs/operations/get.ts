import { Type } from 'typebox'
import { Job } from '../../../contract/job.ts'
import { jobMarkdown } from '../../../contract/job-markdown.ts'
import { WAIT_UNTIL } from '../../../contract/jobs.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { stringEnum } from '../../../contract/schema.ts'
import { A_JOB, NO_JOB, rehearsal, rehearsed } from '../examples.ts'
import { jobId, NOT_FOUND } from '../schemas.ts'
import { jobs } from '../tool.ts'

export default defineOperation(jobs, {
  name: 'get',
  core: true,
  summary: 'Get a job',
  description:
    'Returns a job: its status, why it waits or failed, the number of items per outcome, its preview, and its confirm_token while it awaits confirmation. Use it to follow a job without polling: with wait, it returns as soon as the status changes, or with until: "ended" once the job has ended. With If-None-Match, it returns as soon as anything differs from the version you have. A job that has ended is returned immediately. For the outcome of each item, use jobs_list_items; for other jobs, jobs_list.',
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
      description:
        'Maximum seconds to wait for the state that `until` names. 0: return immediately, or after at most 25 seconds if `until` is set'
    }),
    until: Type.Optional(
      stringEnum(WAIT_UNTIL, {
        description:
          'What to wait for, at most `wait` seconds. change (default): another status. idle: the job has ended, or waits for you (awaiting_confirmation, paused). ended: the job has ended. If the time runs out first, the job is returned as it is: call again'
      })
    )
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
      name: 'until_ended',
      summary: 'Wait for the end of a job; one that has ended is returned immediately',
      given: rehearsed,
      input: { id: A_JOB, until: 'ended', wait: 25 },
      output: rehearsal
    },
    {
      name: 'unknown_job',
      summary: 'A job that does not exist',
      input: { id: NO_JOB },
      error: { reason: 'job_not_found', message: `No job ${NO_JOB} is visible to this key.` }
    }
  ],
  see_also: ['jobs_confirm', 'jobs_list_items'],
  asked_as: {
    en: [
      'how far is the bulk operation',
      'is the job done yet',
      'progress of the mass change',
      "what's the status of my background task",
      'how many items failed',
      'did the mass update finish',
      'how many are done',
      'how long will the batch take',
      'did everything go through',
      'what is the background task doing',
      'how far along is the bulk run',
      'is the batch done',
      'did the mass change go through',
      'is it still running',
      'how many are left',
      'how far along is the mass move',
      'is the bulk job finished',
      'is the batch done yet'
    ],
    de: ['wie weit ist der Auftrag', 'ist der Job fertig'],
    es: ['cómo va el trabajo', 'ya terminó el job'],
    fr: ['où en est la tâche', 'le job est-il terminé'],
    ja: ['ジョブの進捗は', '処理は終わった'],
    pl: ['na jakim etapie jest zadanie', 'czy zadanie się skończyło']
  },
  message: ({ id }) => `Get job ${id}`,
  markdown: jobMarkdown,
  async handler({ id, until, wait }, { jobs, caller, signal, isNotModified, respond }) {
    const job = await jobs.get(caller, id, {
      wait: wait === 0 && until !== undefined ? UNTIL_WAIT_S : wait,
      signal,
      ...(until && { until }),
      ...(isNotModified && { knows: now => isNotModified(versionOf(now)) })
    })
    respond({ etag: versionOf(job) })
    return job
  }
})

/** Seconds to wait if only `until` is set. */
const UNTIL_WAIT_S = 25

/** A weak validator: jobs with equal revisions differ only in time-dependent properties. */
const versionOf = ({ revision, reason }: Job): string => `W/"${revision}${reason === 'no_worker' ? '-no_worker' : ''}"`

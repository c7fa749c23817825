import { Type } from 'typebox'
import { OPTIONS } from '../../../catalog/reserved-inputs.ts'
import { Job } from '../../../contract/job.ts'
import { jobMarkdown } from '../../../contract/job-markdown.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { A_JOB, A_TOKEN, NO_JOB, offered, rehearsal, rehearsed, underWay } from '../examples.ts'
import { ILLEGAL, jobId, NOT_FOUND } from '../schemas.ts'
import { jobs } from '../tool.ts'

export default defineOperation(jobs, {
  name: 'confirm',
  core: true,
  summary: 'Confirm a job and start it',
  description:
    'Starts the job whose preview you have seen; the confirm_token identifies that preview, so that nothing else is started by mistake. Use it only after the user has agreed to the preview: what the job does may be permanent. To drop the job instead, use jobs_cancel. Confirming twice has no further effect. Returns the job, queued: follow it with jobs_get.',
  permission: 'write',
  http: 'POST /:id/confirm',
  idempotent: true,
  input: Type.Object({
    id: jobId,
    confirm_token: Type.String({
      minLength: 1,
      maxLength: 128,
      'x-secret': true,
      description: 'confirm_token of the job, as returned with its preview'
    }),
    approval_id: OPTIONS.approval_id
  }),
  output: Job,
  errors: {
    ...NOT_FOUND,
    ...ILLEGAL,
    plan_changed: 'The token is not that of the current preview, or the preview was not confirmed in time'
  },
  examples: [
    {
      name: 'agreed',
      summary: 'Start a job that changes one file',
      given: offered,
      input: { id: A_JOB, confirm_token: A_TOKEN },
      output: {
        ...rehearsal,
        status: 'queued',
        dry_run: false,
        finished_at: null,
        expires_at: null,
        poll_after_ms: 500,
        links: underWay.links
      }
    },
    {
      name: 'another_preview',
      summary: 'A token that does not belong to this preview',
      given: { ...offered, as: { id: 'id' } },
      input: { id: A_JOB, confirm_token: A_TOKEN },
      error: { reason: 'plan_changed' }
    },
    {
      name: 'has_ended',
      summary: 'A job that has ended cannot be started',
      given: rehearsed,
      input: { id: A_JOB, confirm_token: A_TOKEN },
      error: { reason: 'illegal_transition' }
    },
    {
      name: 'unknown_job',
      summary: 'A job that does not exist',
      input: { id: NO_JOB, confirm_token: A_TOKEN },
      error: { reason: 'job_not_found' }
    }
  ],
  see_also: ['jobs_get', 'jobs_cancel'],
  asked_as: {
    en: [
      'go ahead with the bulk change',
      'the preview looks good, start it',
      'yes, run the job',
      'approve the preview of a batch',
      'OK, start the batch',
      'I checked the list, do it',
      'yes, delete them all as shown',
      'yes, go ahead',
      'the preview is fine, start it',
      'do it as shown',
      'I agree to the bulk change',
      'yes, go ahead with the bulk deletion',
      'the preview looks right, start the job',
      'ok, run the batch'
    ],
    de: ['die Vorschau passt, starte den Auftrag'],
    es: ['confirma y empieza el trabajo'],
    fr: ['confirmer et lancer la tâche'],
    ja: ['ジョブを確定して開始'],
    pl: ['potwierdź i uruchom zadanie']
  },
  message: ({ id }) => `Start job ${id}`,
  markdown: jobMarkdown,
  handler: ({ id, confirm_token, approval_id }, { jobs, caller }) => jobs.confirm(caller, id, confirm_token, approval_id)
})

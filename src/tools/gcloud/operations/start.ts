import { Type } from 'typebox'
import { Job } from '../../../contract/jobs.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { LONGEST_RUN_MS, programJob, startJob } from '../../../contract/program-job.ts'
import { jobMarkdown } from '../../../contract/render-job.ts'
import { oneOf } from '../../../contract/requires.ts'
import { permissionOf } from '../client/plan.ts'
import { runStarted, type Started, startedBy } from '../client/start.ts'
import { A_RUN, NEEDS_SDK } from '../examples.ts'
import { messageFor, notInteractive, showsFor } from '../message.ts'
import { ASKED, FAILURES } from '../schemas.ts'
import { gcloud } from '../tool.ts'

const job = programJob(gcloud, { name: 'start', message: ({ message }: Started) => message, execute: runStarted })

export default defineOperation(gcloud, {
  name: 'start',
  core: true,
  summary: 'Start a long gcloud command as a job',
  description:
    'Starts one command of the Google Cloud CLI as a job, and answers the job at once. Use it for what takes longer than a minute or so, or has no end of its own, such as an export or "beta logging tail"; for anything short use gcloud_run. The same commands are allowed, and the same wait for confirm: true; what they delete may be gone for good. Follow the job with jobs_get, read its lines with jobs_get_output or as events of jobs_stream_events, and end it with jobs_cancel, which ends the command within a second. How the command ended is told by jobs_list_items. When the gateway stops, so does the command: the job then says that nobody knows how far it came. At most 10 MB of output are kept.',
  permission: { ceiling: 'destructive', of: permissionOf, asks: true },
  http: 'POST /start',
  success: [202],
  requires: [oneOf('args', 'command')],
  input: Type.Object({
    ...ASKED,
    timeout_ms: Type.Integer({
      minimum: 1,
      maximum: LONGEST_RUN_MS,
      default: 3_600_000,
      'x-aliases': ['timeout'],
      description: 'The command is ended after so many milliseconds, at most a day. Default 3,600,000, an hour'
    })
  }),
  output: Job,
  errors: FAILURES,
  see_also: ['gcloud_run', 'jobs_get', 'jobs_get_output', 'jobs_cancel'],
  examples: [
    {
      name: 'tail',
      summary: 'Follow the log of a project',
      tested_elsewhere: NEEDS_SDK,
      input: { args: ['beta', 'logging', 'tail', '--project=demo-ok'] },
      output: A_RUN
    },
    {
      name: 'a_shell',
      summary: 'A command that is not run for anybody',
      input: { args: ['compute', 'ssh', 'vm-1'] },
      error: { reason: 'command_denied' }
    }
  ],
  job,
  message: messageFor('Start'),
  shows: showsFor,
  markdown: jobMarkdown,
  async handler(input, call) {
    notInteractive(input)
    const { started, permission } = await startedBy(call.client, input, call)
    const made = await startJob(job, started, call, permission)
    call.respond({ location: made.links.self })
    return made
  }
})

import { Type } from 'typebox'
import { Job } from '../../../contract/job.ts'
import { jobMarkdown } from '../../../contract/job-markdown.ts'
import { defineOperation } from '../../../contract/operation.ts'
import { MAX_RUN_MS, programJob, startJob } from '../../../contract/program-job.ts'
import { oneOf } from '../../../contract/requires.ts'
import { permissionOf } from '../client/run/plan.ts'
import { type Command, messageOf, prepareJob, runJob } from '../client/run/start.ts'
import { A_RUN, NEEDS_SDK } from '../examples.ts'
import { confirmationDetails, messageFor, refuseInteractive } from '../message.ts'
import { COMMAND_ERRORS, COMMAND_INPUT } from '../schemas.ts'
import { gcloud } from '../tool.ts'

const job = programJob(gcloud, { name: 'start', message: (command: Command) => messageOf(command), execute: runJob })

export default defineOperation(gcloud, {
  name: 'start',
  core: true,
  summary: 'Start a long gcloud command as a job',
  description:
    'Starts a command of the Google Cloud CLI as a job and returns the job immediately. Use it for commands that take longer than about a minute, or never end, such as an export or "beta logging tail"; for short commands, use gcloud_run. Both operations allow the same commands: those that may change something need confirm: true, and what they delete may be lost permanently. Follow the job with jobs_get, read its lines with jobs_get_output or as events of jobs_stream_events, and stop the command with jobs_cancel, which takes effect within a second. jobs_list_items returns how the command ended. If the gateway stops, the command stops too: the job then reports that its outcome is unknown. At most 10 MB of output is kept.',
  permission: { maximum: 'destructive', of: permissionOf, always_confirm: true },
  http: 'POST /start',
  max_body: 512 * 1024,
  success: [202],
  requires: [oneOf('args', 'command')],
  input: Type.Object({
    ...COMMAND_INPUT,
    timeout_ms: Type.Integer({
      minimum: 1,
      maximum: MAX_RUN_MS,
      default: 3_600_000,
      'x-aliases': ['timeout'],
      description: 'Timeout in milliseconds, at most one day: the command is then terminated. Default 3,600,000, one hour'
    })
  }),
  output: Job,
  errors: COMMAND_ERRORS,
  see_also: ['gcloud_run', 'jobs_get', 'jobs_get_output', 'jobs_cancel'],
  asked_as: {
    en: [
      'run a slow gcloud command in the background',
      'create a cluster, which takes a while',
      'kick off a long cloud deployment',
      'long export of a Cloud SQL database',
      'the GKE cluster takes minutes to create, start it',
      'run a database backup on Google Cloud as a background job',
      'create a cluster, it takes a while',
      "start the export in the cloud and don't wait",
      'create the cluster in the background',
      'run the long cloud command without waiting',
      'the export in the cloud takes hours, start it',
      'kick off the long gcloud operation and come back later'
    ]
  },
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
      summary: 'A command that is denied',
      input: { args: ['compute', 'ssh', 'vm-1'] },
      error: { reason: 'command_denied' }
    }
  ],
  job,
  message: messageFor('Start'),
  confirmation_details: confirmationDetails,
  markdown: jobMarkdown,
  async handler(input, call) {
    refuseInteractive(input)
    const { command, permission } = await prepareJob(call.client, input, call)
    const made = await startJob(job, command, call, permission)
    call.respond({ location: made.links.self })
    return made
  }
})

import { Type } from 'typebox'
import { nullable } from '../../../contract/schema.ts'
import { Job, ListedPipeline } from './ci.ts'
import { count, flag, id, newId, now, text, time, untrusted, word } from './common.ts'
import { person } from './people.ts'

const { has_artifacts: _, ...jobProperties } = Job.properties
const seconds = (description: string) => nullable(Type.Number(), { description: `${description}, in seconds; null if unknown` })

export const Bridge = Type.Object({
  ...jobProperties,
  id: id('trigger job'),
  downstream_pipeline: nullable(Type.Object(ListedPipeline.properties, { description: 'Pipeline' }), {
    description: 'Pipeline that the job started, possibly in another project; null if it started none'
  })
})

export const TestReport = Type.Object({
  total_count: count('Number of tests'),
  success_count: count('Number of tests that passed'),
  failed_count: count('Number of tests that failed'),
  skipped_count: count('Number of skipped tests'),
  error_count: count('Number of tests that ended with an error'),
  seconds: seconds('Duration'),
  failures: Type.Array(
    Type.Object({
      suite: word('Test suite, named after the job'),
      name: word('Name of the test'),
      class_name: word('Class or file of the test'),
      status: word('failed or error'),
      seconds: seconds('Duration'),
      output: text('Message and stack, at most 4,000 characters')
    }),
    { description: 'Tests that failed or ended with an error, at most 100' }
  ),
  more_failures: Type.Integer({ description: 'Number of further failures, which are left out' }),
  suite_errors: Type.Array(Type.String(), { description: 'Errors of reports that GitLab could not read' }),
  untrusted
})

export const CommitStatus = Type.Object({
  id: newId('status'),
  name: word('Name of the CI job or external check'),
  status: nullable(Type.String({ 'x-volatile': true }), {
    description: 'Status, such as pending, running, success, failed, canceled or skipped; null if unknown'
  }),
  ref: word('Branch or tag'),
  pipeline_id: nullable(Type.Integer(), { description: 'ID of the pipeline; null if unknown' }),
  description: text('Description'),
  target_url: nullable(Type.String({ 'x-volatile': true }), { description: 'URL with details; null if there is none' }),
  coverage: nullable(Type.Number(), { description: 'Test coverage in percent; null if there is none' }),
  allow_failure: flag('true: its failure does not fail the pipeline'),
  author: person('User who created it'),
  created_at: time('Time it was created'),
  finished_at: now('Time it ended', 'if it has not ended, or if unknown')
})

export const NewCommitStatus = Type.Object({ ...CommitStatus.properties, created_at: now('Time it was created') })

export const Schedule = Type.Object({
  id: newId('schedule'),
  description: text('Description'),
  ref: word('Branch or tag of the pipelines'),
  cron: word('Times in cron notation'),
  cron_timezone: word('Time zone of cron'),
  active: flag('false: it starts no pipelines'),
  next_run_at: now('Time of the next run', 'if there is none'),
  owner: person('User on whose behalf it runs'),
  last_pipeline_status: nullable(Type.String(), { description: 'Status of its latest pipeline; null if there is none' })
})
export const ListedSchedule = Type.Object({
  ...Schedule.properties,
  last_pipeline_status: nullable(Type.String(), { description: 'Status of its latest pipeline; null in this list' })
})

export const JobArtifact = Type.Object({
  job_id: Type.Integer({ description: 'ID of the job' }),
  expires_at: time('Time GitLab will delete the archive', 'if GitLab keeps it'),
  files: Type.Array(
    Type.Object({
      file_type: word('Type, such as archive, metadata, trace (the log) or junit (a report)'),
      filename: word('Name'),
      size: count('Size in bytes'),
      file_format: word('Format, such as zip, gzip or raw')
    }),
    { description: 'Artifacts of the job' }
  )
})

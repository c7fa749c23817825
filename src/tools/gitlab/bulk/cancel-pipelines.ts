import { Type } from 'typebox'
import { defineBulk } from '../../../contract/bulk.ts'
import { awaitingJob } from '../../../contract/example-job.ts'
import { stringEnum } from '../../../contract/schema.ts'
import { cancelling, selectCi } from '../client/bulk/ci.ts'
import { bulkErrors, describeSelection, NO_SELECTION, selectedOrIds } from '../inputs/bulk.ts'
import { moment, projectName } from '../inputs/common.ts'
import { refName } from '../inputs/files.ts'
import { gitlab } from '../tool.ts'

const NAMES = ['project', 'status', 'ref', 'updated_before']

export default defineBulk(gitlab, {
  name: 'cancel_pipelines',
  group: 'ci',
  summary: 'Cancel many running or pending pipelines',
  description:
    'Creates a job that cancels the pipelines of a project that match the filters (by default, all that are running), or the pipelines in ids (as group/name:103). Use it to free runners; for one pipeline, use cancel_pipeline. The job shows a preview, and cancels nothing until you confirm it. Pipelines that have ended are skipped. There is no undo; retry_pipeline runs a pipeline again. Returns the job: poll it with jobs_get.',
  permission: 'write',
  see_also: ['gitlab_list_pipelines', 'gitlab_cancel_pipeline', 'gitlab_retry_pipeline'],
  asked_as: {
    en: [
      'stop all running builds',
      'kill every pending pipeline',
      'abort a queue of CI runs',
      'too many builds are queued, stop them',
      'abort every running CI run of a branch',
      'the CI queue is full, abort everything',
      "stop every build that's still running",
      'all the pipelines should stop',
      'the queue of builds is useless, end them',
      'cancel whatever CI is doing right now',
      'too much is being built, stop it all'
    ]
  },
  input: Type.Object({
    project: Type.Optional(projectName('Project')),
    status: Type.Optional(
      stringEnum(['running', 'pending', 'waiting_for_resource', 'manual', 'scheduled'], {
        description: 'Status of the pipelines. Default running'
      })
    ),
    ref: Type.Optional(refName('Only pipelines for this branch or tag')),
    updated_before: Type.Optional(moment('Only pipelines that have not changed since this time'))
  }),
  requires: [selectedOrIds(NAMES, 'project')],
  errors: bulkErrors('pipeline or project'),
  examples: [
    {
      name: 'of_a_branch',
      summary: 'Cancel the running pipelines of a branch: the job shows a preview and waits for confirmation',
      input: { project: 'acme/web', ref: 'fix/form' },
      output: awaitingJob({
        operation: 'gitlab_bulk_cancel_pipelines',
        message: 'Cancel the pipelines with project acme/web, ref fix/form',
        sample: [{ item_id: 'acme/web:104', display_name: 'pipeline of fix/form (running)', data: { status: 'running' } }]
      })
    },
    { ...NO_SELECTION, input: { ref: 'fix/form' } }
  ],
  message: input => `Cancel ${describeSelection('pipelines', input, NAMES)}`,
  async prepare({ project, status = 'running', ref, updated_before }, call) {
    return {
      query: await selectCi(project, 'pipelines', { status, ref, updated_before, order_by: 'id', sort: 'asc' }, call),
      action: null
    }
  },
  ...cancelling
})

import { awaitingJob } from '../../contract/example-job.ts'
import type { Job } from '../../contract/job.ts'

/** Tested separately, because only hosts with the SDK can run it. */
export const NEEDS_SDK = 'requires a host with the SDK; test/tools/gcloud/examples.test.ts runs it against a stub'

const offered = awaitingJob({
  operation: 'gcloud_start',
  message: 'Run gcloud beta logging tail --project=demo-ok --format=json --quiet',
  sample: [{ item_id: 'program', display_name: 'program' }]
})

/** The job of a started command. */
export const A_RUN: Job = {
  ...offered,
  kind: 'process',
  instance: 'default',
  status: 'queued',
  expires_at: null,
  confirm_token: null,
  poll_after_ms: 500,
  links: { ...offered.links, output: `${offered.links.self}/output` }
}

const each = awaitingJob({
  operation: 'gcloud_bulk_run_each',
  message: "For each item, run gcloud services list --enabled '--project={item}' --format=json --quiet",
  sample: [{ item_id: 'demo-ok', display_name: 'demo-ok' }],
  irreversible: false
})

/** The job of the first example of bulk_run_each. */
export const EACH: Job = {
  ...each,
  instance: 'default',
  preview: each.preview && {
    ...each.preview,
    metadata: {
      path: 'services list',
      verdict: 'read',
      argv: ['services', 'list', '--enabled', '--project={item}', '--format=json', '--quiet'],
      directory: null
    }
  }
}

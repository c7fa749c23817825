import type { State } from '../../../sandbox/gitlab/state/model.ts'
import { jobStatus, pipelineStatus } from '../../../sandbox/gitlab/state/running.ts'
import { jobsOf, pipelineFor } from '../../../sandbox/gitlab/state/seed-pipelines.ts'
import cancel from '../../../src/tools/gitlab/bulk/cancel-pipelines.ts'
import retry from '../../../src/tools/gitlab/bulk/retry-jobs.ts'
import type { AdapterContract } from '../../jobs/adapter-contract.ts'
import { classifierOf, opener, pathOf, projectAt } from '../gitlab-bulk.ts'

const pipelinesOf = (state: State) => projectAt(state, 'acme/sandpit').pipelines
const LONG_MS = 10_000_000_000_000

/** Adds three failed pipelines, and three that run forever. */
export function first(state: State): void {
  const project = projectAt(state, 'acme/sandpit')
  for (const number of [5, 6, 7])
    for (const [fate, takes_ms, more] of [
      ['failed', 60_000, 0],
      ['success', LONG_MS, 10]
    ] as const) {
      const id = project.id * 100 + number + more
      const created_at = '2026-04-01T08:00:00.000Z'
      const jobs = jobsOf(place => id * 10 + place, Date.parse(created_at), takes_ms, fate)
      project.pipelines.push({ ...pipelineFor(project, id, 'main', created_at), jobs })
    }
}

export const retryJobs: AdapterContract = {
  adapter: retry,
  classify: classifierOf({ item: /\/projects\/([^/]+)\/jobs\/(\d+)/, sign: ':', list: /\/projects\/[^/]+\/jobs$/ }),
  open: opener({
    first,
    writes: id => ({ path: pathOf(id, ':', 'jobs') }),
    list: '/projects/[^/]+/jobs(\\?|$)',
    seen: state => pipelinesOf(state).map(({ id, jobs }) => [id, jobs.map(job => [job.name, job.retried])])
  }),
  good: { project: 'acme/sandpit', scope: ['failed'] },
  nothing: { project: 'acme/sandpit', scope: ['canceled'] },
  names: [],
  refused: [{ input: { scope: ['failed'] }, path: 'ids' }],
  unknown_names: []
}

export const cancelPipelines: AdapterContract = {
  adapter: cancel,
  classify: classifierOf({ item: /\/projects\/([^/]+)\/pipelines\/(\d+)/, sign: ':', list: /\/pipelines$/ }),
  open: opener({
    first,
    writes: id => ({ path: pathOf(id, ':', 'pipelines') }),
    list: '/pipelines(\\?|$)',
    seen: state => pipelinesOf(state).map(one => [one.id, pipelineStatus(one), one.jobs.map(job => jobStatus(job))])
  }),
  good: { project: 'acme/sandpit', ref: 'main' },
  nothing: { project: 'acme/sandpit', status: 'pending' },
  names: [],
  refused: [{ input: { ref: 'main' }, path: 'ids' }],
  unknown_names: []
}

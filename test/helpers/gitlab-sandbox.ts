/**
 * Runs a sandbox of GitLab in its own process, with additional issues labeled crowd in the playground, and additional projects in a
 * group crowd: `node gitlab-sandbox.ts <issues> <projects>`. Prints its URL.
 */
import { buildServer, ROOT } from '../../sandbox/gitlab/server.ts'
import { emptyProject } from '../../sandbox/gitlab/state/empty-project.ts'
import { seedState } from '../../sandbox/gitlab/state/seed.ts'
import { seedRepository } from '../../sandbox/gitlab/state/seed-repository.ts'
import { dayAt } from '../../sandbox/gitlab/state/time.ts'
import { projectAt } from './gitlab-bulk.ts'

const [, , issues, projects] = process.argv
const state = seedState()
const { issues: known } = projectAt(state, 'acme/playground')
const [one] = known
if (!one) throw new Error('the playground has no issue')
for (let left = Number(issues); left > 0; left--)
  known.push({ ...one, id: state.nextId(), iid: known.length + 1, state: 'opened', labels: ['crowd'], notes: [] })
const times = { created_at: dayAt(1), last_activity_at: dayAt(2) }
state.groups.push({
  ...times,
  id: 20,
  full_path: 'crowd',
  name: 'Crowd',
  description: '',
  visibility: 'private',
  parent_id: null,
  members: []
})
for (let number = 1; number <= Number(projects); number++) {
  const names = { id: 100 + number, path: `crowd/site-${number}`, name: `Site ${number}`, description: '' }
  state.projects.push(emptyProject({ ...names, ...times, default_branch: 'main', repository: seedRepository(1) }))
}
process.stdout.write(`${await buildServer({ state }).listen({ host: '127.0.0.1', port: 0 })}${ROOT}\n`)

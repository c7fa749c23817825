import t from 'tap'
import { killWriters } from '../../../helpers/gitlab-crash.ts'

t.test(
  'gateway and worker are killed while they comment on issues and change projects: none gets two comments or merge requests',
  { timeout: 240_000 },
  t => killWriters(t, { issues: 30, projects: 4, kills: 1 })
)

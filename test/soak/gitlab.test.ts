import { test } from 'tap'
import { killWriters } from '../helpers/gitlab-crash.ts'

test(
  '300 issues are commented on and 100 projects changed while gateway and worker are killed five times in each job',
  { timeout: 600_000 },
  t => killWriters(t, { issues: 300, projects: 100, kills: 5 })
)

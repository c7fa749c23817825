import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { openGitlab } from '../../helpers/gitlab.ts'

const { call, state } = await openGitlab(t, {
  auth: { identify: () => 'unknown', anonymous: { id: 'local', scopes: ['*'], constraints: { gitlab: { project: ['acme/web'] } } } }
})

t.test('a project that is moved elsewhere is refused a few seconds later, by its ID, too', async t => {
  const project = state.projects.find(one => one.path === 'acme/web')
  if (!project) throw new Error('there is no acme/web')
  const get = async () => (await call('get_project', { project: String(project.id) })).status
  t.equal(await get(), 200)
  project.path = 'other/web'
  const now = performance.now.bind(performance)
  t.intercept(performance, 'now', { value: () => now() + 6_000 })
  await sleep(20) // the cache reads the clock once a millisecond
  t.equal(await get(), 403)
})

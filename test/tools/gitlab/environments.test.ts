import t from 'tap'
import { openGitlab } from '../../helpers/gitlab.ts'

const { call, clear, sent } = await openGitlab(t)
t.beforeEach(() => clear())

t.test('an environment is created, updated, stopped and deleted', async t => {
  const project = 'acme/sandpit'
  const created = await call('create_environment', { project, name: 'qa/next', description: 'For the testers' })
  t.match(created, { status: 201, data: { name: 'qa/next', state: 'available', description: 'For the testers', last_deployment: null } })
  const environment_id = created.data.id
  const updated = await call('update_environment', { project, environment_id, description: 'For everyone' })
  t.match(updated, { status: 200, data: { description: 'For everyone', external_url: null } }, 'the rest stays unchanged')
  await clear()
  const refused = await call('delete_environment', { project, environment_id, confirm: true })
  t.match(refused, {
    status: 422,
    error: { message: /qa\/next is available/, details: { reason: 'cannot_be_honoured', outcome: 'not_executed' } }
  })
  t.match(refused.error?.details.suggestions, [/gitlab_stop_environment/])
  t.equal(
    (await sent()).some(line => line.startsWith('DELETE')),
    false,
    'nothing was deleted'
  )
  await call('stop_environment', { project, environment_id, confirm: true })
  t.match((await call('delete_environment', { project, environment_id, confirm: true })).data, { environment_id, deleted: true })
  t.equal((await call('get_environment', { project, environment_id })).status, 404)
})

t.test('a name that GitLab does not take, and a URL of another scheme, are refused before anything is sent', async t => {
  t.equal((await call('create_environment', { project: 'acme/web', name: 'a#b' })).status, 400)
  t.equal((await call('create_environment', { project: 'acme/web', name: 'a', external_url: 'javascript:alert(1)' })).status, 400)
  t.strictSame(await sent(), [])
})

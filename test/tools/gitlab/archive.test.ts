import t from 'tap'
import { openGitlab } from '../../helpers/gitlab.ts'

const { call, clear, sent } = await openGitlab(t)
t.beforeEach(() => clear())

const project = 'acme/sandpit'
const posts = async () => (await sent()).filter(line => line.startsWith('POST'))

t.test('finished: a project is archived, and writable again', async t => {
  t.match(await call('archive_project', { project }), { status: 200, data: { path: project, archived: true } })
  t.match((await call('list_projects', { archived: true })).data.items, [{ path: project }])
  t.strictSame(await posts(), ['POST projects/acme%2Fsandpit/archive'])
  t.match((await call('unarchive_project', { project })).data, { archived: false })
})

t.test('a project that is archived stays as it is: nothing is sent twice', async t => {
  await call('archive_project', { project })
  await clear()
  t.match(await call('archive_project', { project }), { status: 200, data: { archived: true } })
  t.strictSame(await posts(), [])
})

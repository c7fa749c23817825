import { symlink } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { startApp } from '../../helpers/app.ts'
import { newFolder } from '../../helpers/filesystem.ts'

t.test('lists the roots with links resolved, the first one for relative paths', async t => {
  const [first, second] = [await newFolder(t), await newFolder(t)]
  await symlink(second, path.join(first, 'link'))
  const { app } = await startApp(t, { system: 'filesystem', roots: `${first}:${path.join(first, 'link')}` })
  const { statusCode, body } = await app.inject({ url: '/v1/filesystem/list_roots' })
  t.equal(statusCode, 200)
  t.strictSame(JSON.parse(body).data, {
    items: [
      { path: first, relative_paths: true },
      { path: second, relative_paths: false }
    ],
    next_cursor: null,
    total: { value: 2, relation: 'eq' }
  })
})

t.test('pages', async t => {
  const roots = [await newFolder(t), await newFolder(t), await newFolder(t)]
  const { app } = await startApp(t, { system: 'filesystem', roots: roots.join(',') })
  const page = async (query: string) => JSON.parse((await app.inject({ url: `/v1/filesystem/list_roots?${query}` })).body).data
  const first = await page('limit=2')
  t.equal(first.items.length, 2)
  t.strictSame(await page(`limit=2&cursor=${first.next_cursor}`), {
    items: [{ path: roots[2], relative_paths: false }],
    next_cursor: null,
    total: { value: 3, relation: 'eq' }
  })
  t.equal((await app.inject({ url: '/v1/filesystem/list_roots?cursor=eHh4' })).statusCode, 400)
})

t.test('a missing root makes the system misconfigured, with the reason', async t => {
  const folder = await newFolder(t)
  const { app } = await startApp(t, { system: 'filesystem', roots: folder, environment: { FILESYSTEM_ROOTS: path.join(folder, 'absent') } })
  const { statusCode, body } = await app.inject({ url: '/v1/filesystem/list_roots' })
  t.equal(statusCode, 503)
  const { error } = JSON.parse(body)
  t.equal(error.details.reason, 'configuration_invalid')
  t.match(error.message, /absent cannot be opened \(ENOENT\)/)
})

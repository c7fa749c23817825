import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import { createPorts } from '../../../src/server/ports.ts'
import { limitToPaths, openVolume } from '../../../src/tools/filesystem/client/volume.ts'
import { startApp, temporaryFolder } from '../../helpers/app.ts'
import { byName } from '../../helpers/fake-tool.ts'

const outside = { error: { details: { reason: 'outside_constraints', outcome: 'not_executed' } } }

/** A root with docs, secrets and docs-old, for a key that is limited to paths. */
async function gateway(t: Test, ...only: string[]) {
  const root = await temporaryFolder(t)
  for (const name of ['docs/sub', 'secrets', 'docs-old']) mkdirSync(path.join(root, name), { recursive: true })
  for (const name of ['docs/a.md', 'docs/sub/b.md', 'secrets/key.md', 'docs-old/c.md'])
    writeFileSync(path.join(root, name), `needle in ${name}`)
  symlinkSync('../secrets/key.md', path.join(root, 'docs/link.md'))
  symlinkSync('../secrets', path.join(root, 'docs/away'))
  symlinkSync('secrets', path.join(root, 'leads'))
  const { app } = await startApp(t, {
    roots: root,
    system: 'filesystem',
    auth: { identify: () => 'unknown', anonymous: { id: 'local', scopes: ['*'], constraints: { filesystem: { path: only } } } },
    ports: createPorts({ policy: () => [] })
  })
  const call = async (name: string, input: object = {}) => (await byName(app, `filesystem_${name}`, input)).json()
  return { root, call }
}

t.test('a key that is limited to a directory reaches nothing else, by any name of it', async t => {
  const { root, call } = await gateway(t, 'docs/')
  for (const file_path of ['docs/a.md', './docs/../docs/a.md', path.join(root, 'docs/a.md'), 'docs/sub/b.md'])
    t.match(await call('read_file', { file_path }), { success: true }, file_path)
  t.match(await call('list_roots'), { data: { items: [{ relative_paths: false }], total: { value: 1 } } })
  const elsewhere = [
    'secrets/key.md',
    'secrets/nothing.md',
    'docs/../secrets/key.md',
    'docs/link.md',
    'docs/away/key.md',
    'docs-old/c.md',
    path.join(root, 'secrets/key.md'),
    '../x',
    '/etc/passwd'
  ]
  for (const file_path of elsewhere) {
    t.match(await call('read_file', { file_path }), outside, file_path)
    t.match(
      await call('get_file_info', { file_path }).then(answer => (file_path === 'docs/link.md' ? outside : answer)),
      outside,
      file_path
    )
    t.match(await call('write_file', { file_path, content: 'x', confirm: true }), outside, `write ${file_path}`)
    t.match(await call('copy_file', { source: file_path, destination: 'docs/copy.md', confirm: true }), outside, `copy ${file_path}`)
    t.match(
      await call('move_file', {
        source: 'docs/a.md',
        destination: file_path === 'docs/link.md' ? 'secrets/x' : file_path,
        overwrite: true,
        confirm: true
      }),
      outside,
      `move to ${file_path}`
    )
  }
  for (const input of [{}, { path: '.' }, { path: 'secrets' }, { path: 'docs/away' }])
    for (const name of ['list_directory', 'directory_tree']) t.match(await call(name, input), outside, `${name} ${JSON.stringify(input)}`)
  t.match(await call('search_files', { text: 'needle' }), outside)
  const found = JSON.stringify(await call('search_files', { path: 'docs', text: 'needle' }))
  t.match(found, /docs\/a\.md.*docs\/sub\/b\.md/s)
  t.notMatch(found, /secrets|docs-old/)
  t.match(await call('execute_command', { command: 'cat secrets/key.md', confirm: true }), outside, 'it names no path')
  t.match(await call('delete_file', { file_path: 'docs', recursive: true, confirm: true }), {
    error: { details: { reason: 'cannot_be_honoured' } }
  })
  t.equal(readFileSync(path.join(root, 'secrets/key.md'), 'utf8'), 'needle in secrets/key.md')
  t.match(await call('write_file', { file_path: 'docs/new/d.md', content: 'x', confirm: true }), { success: true })
})

t.test('a directory that is a symbolic link, or below one, allows nothing', async t => {
  const { root, call } = await gateway(t, 'docs/away/', 'leads/', 'leads/../docs/away')
  for (const file_path of ['docs/away/key.md', 'secrets/key.md', 'leads/key.md', path.join(root, 'secrets/key.md')])
    t.match(await call('read_file', { file_path }), outside, file_path)
  t.match(await call('list_roots'), { data: { items: [] } })
})

t.test('a directory that does not exist or leads out of the roots allows nothing', async t => {
  const { call } = await gateway(t, 'nothing/', '../', '/etc/')
  for (const file_path of ['docs/a.md', '/etc/passwd', 'nothing/x']) t.match(await call('read_file', { file_path }), outside, file_path)
  t.match(await call('list_roots'), { data: { items: [] } })
})

t.test('the paths of a key are not resolved at every call', async t => {
  const volume = await openVolume(await temporaryFolder(t))
  const limits = new Map([['path', ['docs/']]])
  t.equal(limitToPaths(volume, limits), limitToPaths(volume, new Map(limits)))
  t.not(limitToPaths(volume, limits), limitToPaths({ ...volume }, limits), 'another instance')
  t.not(limitToPaths(volume, limits), limitToPaths(volume, new Map([['path', ['docs/']]])), 'another key')
})

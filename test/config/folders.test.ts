import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import { loadConfig } from '../../src/config/config.ts'
import { knownNames } from '../../src/config/known.ts'
import { ConfigError, type Problem } from '../../src/config/problems.ts'
import { PACKAGE_FOLDER, SOURCE_FOLDER } from '../../src/folders.ts'
import { loadCatalog } from '../../src/systems/load-catalog.ts'
import { launch } from '../helpers/process.ts'

const known = knownNames(await loadCatalog(path.join(import.meta.dirname, '../../src/tools')))

/** A folder `files` to use, next to a data folder, a config file, a secret and a home with gcloud's login. */
function place(t: Test) {
  const folder = t.testdir({
    files: { docs: {} },
    'files-too': {},
    data: { sandbox: { files: {} } },
    etc: { 'toolgate.yaml': 'policy: []\n', token: 's3cret' },
    home: { '.config': { gcloud: { configurations: {} } }, docs: {} },
    links: {}
  })
  const at = (name: string): string => path.join(folder, name)
  const env = { TOOLGATE_DATA: at('data'), TOOLGATE_CONFIG: at('etc/toolgate.yaml'), GITLAB_TOKEN_FILE: at('etc/token'), HOME: at('home') }
  return { at, env, link: (name: string, target: string) => symlinkSync(target, at(`links/${name}`)) }
}

function problemsOf(env: Record<string, string>): readonly Problem[] {
  try {
    loadConfig(env, known)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

t.test('folders that contain no secrets are accepted', async t => {
  const { at, env } = place(t)
  for (const roots of ['files', 'files-too', 'files/docs', 'home/docs', 'links'])
    t.strictSame(problemsOf({ ...env, FILESYSTEM_ROOTS: at(roots) }), [], roots)
  t.strictSame(problemsOf({ ...env, FILESYSTEM_ROOTS: `${at('files')}:${at('files-too')}` }), [])
  t.strictSame(problemsOf({ ...env, FILESYSTEM_ROOTS: at('missing') }), [], 'a missing one disables its instance alone')
})

t.test('a root that contains secrets, or is among them, prevents the start', async t => {
  const { at, env, link } = place(t)
  link('data', at('data'))
  link('all', at('.'))
  link('proc', '/proc')
  const roots: [roots: string, message: RegExp][] = [
    ['/', /holds the data folder/],
    [at('.'), /holds the data folder/],
    [at('links/all'), /holds the data folder/],
    [at('data'), /data folder/],
    [at('links/data'), /data folder/],
    [at('data/sandbox/files'), /is part of the data folder/],
    [at('data/../data/sandbox'), /is part of the data folder/],
    [at('etc'), /holds a file with settings or secrets \(.*toolgate.yaml/],
    [at('home'), /holds credentials of Google Cloud SDK/],
    [at('home/.config/gcloud/configurations'), /is part of credentials/],
    ['/proc', /operating system/],
    ['/proc/self', /operating system/],
    [at('links/proc'), /operating system/],
    ['/sys/kernel', /operating system/],
    ['/dev', /operating system/],
    [`${at('files')},${at('data')}`, /data folder/]
  ]
  for (const [given, message] of roots) {
    const problems = problemsOf({ ...env, FILESYSTEM_ROOTS: given })
    t.match(problems[0], { where: 'instance default of filesystem', message, allowed: /apart from/ }, given)
  }
})

t.test('links to secrets, and links among secrets, count', async t => {
  const { at, env, link } = place(t)
  link('toolgate.yaml', at('etc/toolgate.yaml'))
  const config = { ...env, TOOLGATE_CONFIG: at('links/toolgate.yaml') }
  t.match(problemsOf({ ...config, FILESYSTEM_ROOTS: at('links') }), [{ message: /toolgate.yaml/ }], 'the link could be replaced')
  t.match(problemsOf({ ...config, FILESYSTEM_ROOTS: at('etc') })[0], { message: /toolgate.yaml/ }, 'the file could be read')
  link('into', at('files/docs'))
  t.match(problemsOf({ ...env, TOOLGATE_DATA: at('links/into'), FILESYSTEM_ROOTS: at('files') })[0], { message: /holds the data folder/ })
})

t.test('a data folder that does not exist yet counts', async t => {
  const { at, env } = place(t)
  t.match(problemsOf({ ...env, TOOLGATE_DATA: at('files/new/data'), FILESYSTEM_ROOTS: at('files') })[0], {
    message: /holds the data folder/
  })
})

t.test('each secret by file, each credential that gcloud is given, and each instance of the config file counts', async t => {
  const { at, env } = place(t)
  mkdirSync(at('secrets'))
  writeFileSync(at('secrets/key'), 'x')
  t.match(problemsOf({ ...env, TRELLO_TOKEN_FILE: at('secrets/key'), FILESYSTEM_ROOTS: at('secrets') })[0], { message: /secrets\/key/ })
  t.match(problemsOf({ ...env, GOOGLE_APPLICATION_CREDENTIALS: at('secrets/key'), FILESYSTEM_ROOTS: at('secrets') })[0], {
    message: /credentials/
  })
  t.match(problemsOf({ ...env, CLOUDSDK_CONFIG: at('secrets'), FILESYSTEM_ROOTS: at('secrets') })[0], { message: /credentials/ })
  writeFileSync(env.TOOLGATE_CONFIG, `systems: { filesystem: { instances: { inbox: { roots: ${at('data')} } } } }\n`)
  t.match(problemsOf(env), [{ where: 'instance inbox of filesystem', message: /data folder/ }])
})

t.test('the code of the gateway, files that systems trust, and the socket of Redis count', async t => {
  const { at, env } = place(t)
  for (const folder of [
    PACKAGE_FOLDER,
    path.dirname(PACKAGE_FOLDER),
    SOURCE_FOLDER,
    path.join(SOURCE_FOLDER, 'lib'),
    path.join(PACKAGE_FOLDER, 'node_modules')
  ])
    t.match(
      problemsOf({ ...env, FILESYSTEM_ROOTS: folder })
        .map(({ message }) => message)
        .join('\n'),
      /(?:holds|is part of) the code of the gateway/,
      folder
    )
  mkdirSync(at('trusted'))
  for (const name of ['ca.pem', 'seed.jsonl']) writeFileSync(at(`trusted/${name}`), '')
  const roots = { ...env, FILESYSTEM_ROOTS: at('trusted') }
  const gitlab = { GITLAB_URL: 'https://gitlab.example.com', GITLAB_TOKEN_FILE: at('etc/token'), GITLAB_CA_FILE: at('trusted/ca.pem') }
  t.match(problemsOf({ ...roots, ...gitlab }), [{ message: /holds a file that GitLab trusts/ }])
  t.match(problemsOf({ ...roots, MEMORY_SEED: at('trusted/seed.jsonl') }), [{ message: /holds a file that Memory graph trusts/ }])
  t.match(problemsOf({ ...roots, REDIS_URL: `unix://${at('trusted/redis.sock')}` }), [{ message: /holds the socket of Redis/ }])
})

t.test('the gateway does not start, and prints why', async t => {
  const { at, env } = place(t)
  const gateway = launch(t, { ...env, PORT: '0', FILESYSTEM_ROOTS: at('.') })
  t.equal(await gateway.exited, 1)
  t.match(gateway.output(), /instance default of filesystem: .* holds the data folder .*Allowed: folders apart from/)
})

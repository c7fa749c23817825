import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from 'tap'
import { newKey } from '../src/access/keys.ts'
import { temporaryFolder } from './helpers/app.ts'
import { startProcess } from './helpers/process.ts'
import { waitUntil } from './helpers/wait-until.ts'

const ann = newKey({ id: 'ann', scopes: ['*'] })
const bob = newKey({ id: 'bob', scopes: ['*'] })
const EXPIRED = { id: 'old', hash: 'a'.repeat(64), scopes: ['*'], expires: '2020-01-01' }

// One gateway for all tests: files are configured correctly, GitLab and Trello incorrectly, the others not at all. The tests change its config file.
t.test('a gateway with settings and --sandbox', async t => {
  const folder = await temporaryFolder(t)
  const file = path.join(folder, 'toolgate.yaml')
  const files = await temporaryFolder(t)
  await Promise.all([
    writeFile(path.join(files, 'mine.txt'), 'mine'),
    writeFile(path.join(folder, 'token'), 'secret'),
    writeFile(file, 'policy: []\n')
  ])
  const settings = {
    FILESYSTEM_ROOTS: files,
    GITLAB_URL: 'http://127.0.0.1:9',
    GITLAB_TOKEN_FILE: '/nonexistent',
    TRELLO_KEY: 'key',
    TRELLO_TOKEN: 'secret',
    TRELLO_TOKEN_FILE: path.join(folder, 'token')
  }
  const gateway = await startProcess(t, { TOOLGATE_DATA: folder, TOOLGATE_CONFIG: file, ...settings }, ['--sandbox'])
  const call = async (operation: string, input: object, key?: string): Promise<Response> => {
    const headers = { 'content-type': 'application/json', ...(key && { 'x-api-key': key }) }
    return await fetch(`${gateway.url}/v1/operations/${operation}`, { method: 'POST', headers, body: JSON.stringify(input) })
  }
  const said = async (words: string): Promise<string> => {
    await waitUntil(() => gateway.output().includes(words), `the log contains ${words}`)
    return gateway.output()
  }
  const warnings = (): { where: string }[] =>
    gateway
      .output()
      .split('\n')
      .filter(line => line.startsWith('{'))
      .map(line => JSON.parse(line))
      .filter(({ level }) => level === 40)
  const warningOf = (where: string) => warnings().find(warning => warning.where === where)
  /** Writes the config file, and waits for its log line. */
  const change = async (text: string, words: string): Promise<string> => {
    const before = gateway.output().length
    await writeFile(file, text)
    await waitUntil(() => gateway.output().slice(before).includes(words), `the log contains ${words}`)
    return gateway.output().slice(before)
  }
  const status = async (key?: string): Promise<number> => (await call('filesystem_list_directory', {}, key)).status

  t.test('the start and every sandbox response report the sandbox', async t => {
    await said('Sandbox')
    const answer = await call('confluence_list_spaces', {})
    t.equal(answer.headers.get('toolgate-sandbox'), 'true')
    t.match(await answer.json(), { success: true, metadata: { sandbox: true, instance: 'sandbox' } })
  })

  t.test('a configured system is not served by its sandbox server', async t => {
    const answer = await call('filesystem_read_file', { file_path: 'mine.txt' })
    t.match(await answer.json(), { data: { content: '1\tmine' }, metadata: { instance: 'default' } })
    t.equal(answer.headers.get('toolgate-sandbox'), null)
  })

  t.test('an unreadable file of a setting is a problem of the instance, and the sandbox does not replace it', async t => {
    const answer = await call('gitlab_list_projects', {})
    t.equal(answer.status, 503)
    t.match(await answer.json(), {
      error: { code: 'CONFIGURATION_ERROR', message: /GITLAB_TOKEN_FILE.*ENOENT/, details: { reason: 'configuration_invalid' } }
    })
  })

  t.test('the sandbox instance can be selected explicitly', async t => {
    const answer = await call('gitlab_list_projects', { instance: 'sandbox' })
    t.match(await answer.json(), { success: true, metadata: { instance: 'sandbox' } })
  })

  t.test('a setting with both a value and a file is a problem of the instance', async t => {
    const answer = await call('trello_list_boards', {})
    t.match(await answer.json(), { error: { message: /TRELLO_TOKEN is set as well/, details: { reason: 'configuration_invalid' } } })
  })

  t.test('problems that do not prevent the start are logged as warnings', async t => {
    t.match(warningOf('GITLAB_TOKEN_FILE'), { msg: /cannot be read/ })
  })

  t.test('a changed config file takes effect within seconds, a broken one does not', async t => {
    t.equal(await status(), 200)
    await change('policy: [{ permission: read, decision: deny }]\n', 'Configuration reloaded')
    t.equal(await status(), 403)
    await change('policy: [{ permission: reed }]\n', 'stays in force')
    t.equal(await status(), 403)
  })

  t.test('keys added at run time refuse callers without one, and their problems are warnings', async t => {
    t.notOk(warningOf('key old'))
    await change(JSON.stringify({ keys: [ann.entry, EXPIRED] }), 'Configuration reloaded')
    t.equal(await status(), 401)
    t.equal(await status(ann.key), 200)
    t.match(warningOf('key old'), { msg: /expired on/ })
  })

  t.test('removing the last key refuses everyone, with a warning in the log', async t => {
    await change('', 'No keys are left')
    t.equal(await status(), 401)
    t.equal(await status(ann.key), 401)
  })

  t.test('a key that is added afterwards is served', async t => {
    await change(JSON.stringify({ keys: [bob.entry] }), 'Configuration reloaded')
    t.equal(await status(ann.key), 401)
    t.equal(await status(bob.key), 200)
  })
})

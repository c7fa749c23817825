import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { newKey } from '../src/keys.ts'
import { temporaryFolder } from './helpers/app.ts'
import { startProcess } from './helpers/process.ts'

const ann = newKey({ id: 'ann', scopes: ['*'] })
const bob = newKey({ id: 'bob', scopes: ['*'] })
const EXPIRED = { id: 'old', hash: 'a'.repeat(64), scopes: ['*'], expires: '2020-01-01' }

// One gateway for all: files are configured right, GitLab and Trello wrong, the others not at all. Its config file is changed in turn.
t.test('a gateway with settings and --sandbox', async t => {
  const folder = await temporaryFolder(t)
  const file = path.join(folder, 'toolgate.yaml')
  await Promise.all([
    writeFile(path.join(folder, 'mine.txt'), 'mine'),
    writeFile(path.join(folder, 'token'), 'secret'),
    writeFile(file, 'policy: []\n')
  ])
  const settings = {
    FILESYSTEM_ROOTS: folder,
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
    while (!gateway.output().includes(words)) await pause(20)
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
  /** Writes the config file, and waits for what is said of it. */
  const change = async (text: string, words: string): Promise<string> => {
    const before = gateway.output().length
    await writeFile(file, text)
    while (!gateway.output().slice(before).includes(words)) await pause(20)
    return gateway.output().slice(before)
  }
  const status = async (key?: string): Promise<number> => (await call('filesystem_list_directory', {}, key)).status

  t.test('it says so on start and in every answer of a stand-in', async t => {
    await said('Sandbox')
    const answer = await call('confluence_list_spaces', {})
    t.equal(answer.headers.get('toolgate-sandbox'), 'true')
    t.match(await answer.json(), { success: true, metadata: { sandbox: true, instance: 'sandbox' } })
  })

  t.test('a system that is configured is not served by its stand-in', async t => {
    const answer = await call('filesystem_read_file', { file_path: 'mine.txt' })
    t.match(await answer.json(), { data: { content: '1\tmine' }, metadata: { instance: 'default' } })
    t.equal(answer.headers.get('toolgate-sandbox'), null)
  })

  t.test('a file of a setting that cannot be read is a problem of the instance; no stand-in answers in its place', async t => {
    const answer = await call('gitlab_list_projects', {})
    t.equal(answer.status, 503)
    t.match(await answer.json(), {
      error: { code: 'CONFIGURATION_ERROR', message: /GITLAB_TOKEN_FILE.*ENOENT/, details: { reason: 'configuration_invalid' } }
    })
  })

  t.test('the stand-in may still be named', async t => {
    const answer = await call('gitlab_list_projects', { instance: 'sandbox' })
    t.match(await answer.json(), { success: true, metadata: { instance: 'sandbox' } })
  })

  t.test('a setting that is given by value and by file is a problem of the instance', async t => {
    const answer = await call('trello_list_boards', {})
    t.match(await answer.json(), { error: { message: /TRELLO_TOKEN is set as well/, details: { reason: 'configuration_invalid' } } })
  })

  t.test('what does not stop the start is logged as a warning', async t => {
    t.match(warningOf('GITLAB_TOKEN_FILE'), { msg: /cannot be read/ })
  })

  t.test('a changed config file is in force within seconds, a broken one is not', async t => {
    t.equal(await status(), 200)
    await change('policy: [{ permission: read, decision: deny }]\n', 'is in force')
    t.equal(await status(), 403)
    await change('policy: [{ permission: reed }]\n', 'stays in force')
    t.equal(await status(), 403)
  })

  t.test('keys added while it runs close the door to callers without one, and what is wrong with them is a warning', async t => {
    t.notOk(warningOf('key old'))
    await change(JSON.stringify({ keys: [ann.entry, EXPIRED] }), 'has changed and is in force')
    t.equal(await status(), 401)
    t.equal(await status(ann.key), 200)
    t.match(warningOf('key old'), { msg: /has expired/ })
  })

  t.test('a change that takes the last key away is refused, and said', async t => {
    t.match(await change('', 'stays in force'), /takes the last key away/)
    t.equal(await status(), 401)
    t.equal(await status(ann.key), 200)
  })

  t.test('a change that leaves a key is taken', async t => {
    await change(JSON.stringify({ keys: [bob.entry] }), 'has changed and is in force')
    t.equal(await status(ann.key), 401)
    t.equal(await status(bob.key), 200)
  })
})

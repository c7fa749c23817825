import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import { startApp } from '../../helpers/app.ts'
import { freePort } from '../../helpers/port.ts'
import { goodInput } from '../../helpers/trello.ts'
import { installCheckers } from '../install.ts'
import { noDescription, readDescription } from './description.ts'

/** An ID from an example in the API description, which replaces every ID in the requests. */
const ID = '5abbe4b7ddc1b351ef961414'
const IDS = ['board', 'list', 'label', 'member', 'card_id', 'comment_id', 'checklist_id', 'item_id', 'attachment_id', 'workspace']

/**
 * Operations that need data which the description has no example of, a media type that it does not list, or a path that it lists with another slash.
 * requests.test.ts checks them.
 */
const WITHOUT_EXAMPLE = ['trello_create_board', 'trello_download_attachment', 'trello_set_custom_field', 'trello_upload_attachment']

/** Runs Prism with Trello's API description in its own process. */
async function startPrism(t: Test): Promise<string> {
  if (noDescription) return ''
  const programs = await installCheckers()
  const folder = t.testdir({})
  const file = path.join(folder, 'trello.json')
  writeFileSync(file, JSON.stringify(readDescription()))
  const port = await freePort()
  const env = { PATH: process.env['PATH'] }
  const child = spawn(path.join(programs, 'prism'), ['mock', '--port', String(port), '--host', '127.0.0.1', file], {
    env,
    stdio: ['ignore', 'pipe', 'pipe']
  })
  t.teardown(async () => {
    child.kill()
    if (child.exitCode === null) await once(child, 'exit')
  })
  const words: string[] = []
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', data => {
        words.push(String(data))
        if (words.join('').includes('is listening')) resolve()
      })
    child.once('exit', code => reject(new Error(`Prism ended with ${code}: ${words.join('').slice(-2000)}`)))
  })
  return `http://127.0.0.1:${port}`
}

const withIds = (input: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, IDS.includes(name) ? ID : name === 'labels' || name === 'members' ? [ID] : value])
  )

const url = await startPrism(t)

t.test('every operation succeeds against Prism, which checks the requests', { skip: noDescription }, async t => {
  const { app, catalog } = await startApp(t, { sandbox: { trello: { url, key: 'key', token: 'token', max_retries: 0 } } })
  for (const operation of catalog.operations.filter(({ tool, kind }) => tool.name === 'trello' && kind !== 'bulk')) {
    if (WITHOUT_EXAMPLE.includes(operation.id)) continue
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: `/v1/operations/${operation.id}`,
      payload: withIds(goodInput(operation))
    })
    t.ok(statusCode === 200 || statusCode === 201, `${operation.id} ${statusCode} ${statusCode < 300 ? '' : body}`)
  }
})

t.test('Prism refuses a request that the API description does not allow', { skip: noDescription }, async t => {
  const headers = { authorization: 'x', 'content-type': 'application/json' }
  const answer = await fetch(`${url}/lists`, { method: 'POST', headers, body: JSON.stringify({ title: 'x' }) })
  t.equal(answer.status, 422)
})

import { renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import { watchConfig } from '../../src/config/watch.ts'
import { type Config, loadConfig } from '../../src/config.ts'
import { recorder } from '../helpers/log.ts'

t.test('a changed file is read again', async t => {
  const { file, changes } = watched(t, 'policy: []')
  writeFileSync(file, 'policy: [{ permission: read, decision: deny }]')
  t.match(await changes.next(), { policy: [{ decision: 'deny' }] })
})

t.test('a file that another one is moved over is read again', async t => {
  const { file, changes } = watched(t, 'policy: []')
  writeFileSync(`${file}.new`, 'policy: [{ permission: read, decision: deny }]')
  renameSync(`${file}.new`, file)
  t.match(await changes.next(), { policy: [{ decision: 'deny' }] })
})

t.test('a malformed version leaves the old one in force and is logged; the next good one is taken', async t => {
  const { file, changes, log } = watched(t, 'policy: []')
  writeFileSync(file, 'polcy: []')
  t.match(await log.next('error'), { problems: [{ allowed: /^policy/ }] })
  rmSync(file)
  t.match(await log.next('error'), { problems: [{ where: 'TOOLGATE_CONFIG' }] })
  t.equal(changes.count(), 0)
  writeFileSync(file, 'policy: [{ permission: write, decision: deny }]')
  t.match(await changes.next(), { policy: [{ permission: 'write' }] })
})

t.test('a file of secrets is watched as well', async t => {
  const dir = t.testdir({ keys: '[]' })
  const { changes } = watchedIn(t, { TOOLGATE_KEYS_FILE: path.join(dir, 'keys') })
  writeFileSync(path.join(dir, 'keys'), `[{ id: bob, hash: ${'a'.repeat(64)}, scopes: ['*'] }]`)
  t.match(await changes.next(), { keys: [{ id: 'bob' }] })
})

function watched(t: Test, text: string) {
  const file = path.join(t.testdir({ 'toolgate.yaml': text }), 'toolgate.yaml')
  return { file, ...watchedIn(t, { TOOLGATE_CONFIG: file }) }
}

function watchedIn(t: Test, env: Record<string, string>) {
  const log = recorder()
  const seen: Config[] = []
  let tell = (): void => {}
  const onChange = (config: Config): void => {
    seen.push(config)
    tell()
  }
  const watch = watchConfig(loadConfig(env), { env, log, onChange, every: 20 })
  const awake = setInterval(() => {}, 1_000) // a watch alone keeps no process alive
  t.teardown(() => {
    clearInterval(awake)
    watch.close()
  })
  return {
    log,
    changes: {
      count: () => seen.length,
      next: async (): Promise<Config | undefined> => {
        if (seen.length === 0) await new Promise<void>(resolve => (tell = resolve))
        return seen.shift()
      }
    }
  }
}

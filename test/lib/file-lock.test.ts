import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { withFileLock } from '../../src/lib/file-lock.ts'

t.test('work runs one at a time, each with its own result', async t => {
  const file = path.join(t.testdir({}), 'lock')
  let inside = 0
  const answers = await Promise.all(
    [1, 2, 3, 4].map(number =>
      withFileLock(file, async () => {
        t.equal(++inside, 1)
        await sleep(5)
        inside--
        return number
      })
    )
  )
  t.strictSame(answers, [1, 2, 3, 4])
})

t.test('failed work frees the lock', async t => {
  const file = path.join(t.testdir({}), 'lock')
  await t.rejects(
    withFileLock(file, async () => {
      throw new Error('no luck')
    }),
    /no luck/
  )
  t.equal(await withFileLock(file, async () => 'free'), 'free')
})

t.test('the lock of another process blocks until that process is killed, and then leaves nothing behind', async t => {
  const file = path.join(t.testdir({}), 'lock')
  const module = path.join(import.meta.dirname, '../../src/lib/file-lock.ts')
  const script = `const { withFileLock } = await import(${JSON.stringify(module)})
    await withFileLock(${JSON.stringify(file)}, () => { console.log('held'); return new Promise(() => setInterval(() => {}, 1000)) })`
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => holder.kill('SIGKILL'))
  await once(holder.stdout, 'data')
  await t.rejects(
    withFileLock(file, async () => {}, 50),
    /is locked by another process/
  )
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  t.equal(await withFileLock(file, async () => 'mine', 1_000), 'mine')
})

t.test('a lock that cannot be created reports why', async t => {
  await t.rejects(
    withFileLock('/nowhere/lock', async () => {}),
    /unable to open/
  )
})

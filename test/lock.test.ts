import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { missingEntries } from '../script/complete-lock.ts'

for (const folder of ['.', 'test/conformance', 'test/conformance/slow']) {
  t.test(`the lock file of ${folder} has an entry for every platform, so that npm ci takes it`, async t => {
    const { packages } = JSON.parse(readFileSync(path.join(import.meta.dirname, '..', folder, 'package-lock.json'), 'utf8'))
    t.strictSame(Object.keys(missingEntries(packages)), [], `else run: node script/complete-lock.ts ${folder}`)
  })

  t.test(`the lock file of ${folder} names no registry`, async t => {
    t.notMatch(readFileSync(path.join(import.meta.dirname, '..', folder, 'package-lock.json'), 'utf8'), /"resolved"/)
  })
}

t.test('an optional package that nothing describes is written with what its name says', async t => {
  const packages = {
    'node_modules/tool': { optionalDependencies: { '@tool/linux-x64-musl': '1.2.3', '@tool/darwin-arm64': '1.2.3' }, dev: true },
    'node_modules/@tool/darwin-arm64': { version: '1.2.3' }
  }
  t.strictSame(missingEntries(packages), {
    'node_modules/@tool/linux-x64-musl': { version: '1.2.3', cpu: ['x64'], libc: ['musl'], os: ['linux'], dev: true, optional: true }
  })
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { isForLinux, missingEntries, type Packages, withoutIntegrity } from '../script/complete-lock.ts'

for (const folder of ['.', 'test/conformance', 'test/conformance/slow']) {
  t.test(`the lock file of ${folder} has an entry for every platform, so that npm ci accepts it`, async t => {
    const { packages } = JSON.parse(readFileSync(path.join(import.meta.dirname, '..', folder, 'package-lock.json'), 'utf8'))
    t.strictSame(Object.keys(missingEntries(packages)), [], `else run: node script/complete-lock.ts ${folder}`)
  })

  t.test(
    `every package that the lock file of ${folder} installs on Linux has an integrity; only optional ones of other platforms may lack it`,
    async t => {
      const { packages }: { packages: Packages } = JSON.parse(
        readFileSync(path.join(import.meta.dirname, '..', folder, 'package-lock.json'), 'utf8')
      )
      const unsure = withoutIntegrity(packages)
      t.strictSame(
        unsure.filter(place => packages[place]?.optional !== true || isForLinux(packages[place] ?? {})),
        [],
        `else run: node script/complete-lock.ts ${folder}`
      )
      for (const [place, { integrity }] of Object.entries(packages)) t.match(integrity ?? 'sha512-', /^sha512-/, place)
    }
  )

  t.test(`the lock file of ${folder} names no registry`, async t => {
    t.notMatch(readFileSync(path.join(import.meta.dirname, '..', folder, 'package-lock.json'), 'utf8'), /"resolved"/)
  })
}

t.test('the entry of an optional package without a description is derived from its name', async t => {
  const packages = {
    'node_modules/tool': { optionalDependencies: { '@tool/linux-x64-musl': '1.2.3', '@tool/darwin-arm64': '1.2.3' }, dev: true },
    'node_modules/@tool/darwin-arm64': { version: '1.2.3' }
  }
  t.strictSame(missingEntries(packages), {
    'node_modules/@tool/linux-x64-musl': { version: '1.2.3', cpu: ['x64'], libc: ['musl'], os: ['linux'], dev: true, optional: true }
  })
})

t.test('packages for Linux are distinguished from those for other platforms', async t => {
  const packages: Packages = {
    'node_modules/plain': { version: '1.0.0' },
    'node_modules/glibc': { version: '1.0.0', os: ['linux'], cpu: ['arm64'], libc: ['glibc'] },
    'node_modules/musl': { version: '1.0.0', os: ['linux'], cpu: ['x64'], libc: ['musl'] },
    'node_modules/riscv': { version: '1.0.0', os: ['linux'], cpu: ['riscv64'] },
    'node_modules/mac': { version: '1.0.0', os: ['darwin'] },
    'node_modules/sure': { version: '1.0.0', integrity: 'sha512-x' }
  }
  const unsure = withoutIntegrity(packages)
  t.equal(unsure.length, 5)
  t.strictSame(
    unsure.filter(place => isForLinux(packages[place] ?? {})),
    ['node_modules/plain', 'node_modules/glibc']
  )
})

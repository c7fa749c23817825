// `node script/complete-lock.ts`: run it after any `npm install`, before committing package-lock.json.
// npm leaves the optional packages of other platforms out of the lock file when the registry in use does not carry them, and `npm ci`
// then refuses that lock file everywhere. Their names and exact versions stand in the packages that ask for them, so they can be written.
import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'

interface LockEntry {
  version?: string
  dev?: boolean
  optionalDependencies?: Record<string, string>
  [field: string]: unknown
}
export type Packages = Record<string, LockEntry>

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const CPUS = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

/** The optional packages that something in the lock file asks for and that have no entry: path in the lock file → entry. */
export function missingEntries(packages: Packages): Packages {
  const missing: Packages = {}
  for (const [place, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isThere(packages, place, name)) continue
      missing[`node_modules/${name}`] = { version, ...platform(name), ...(dev === true && { dev }), optional: true }
    }
  }
  return missing
}

function isThere(packages: Packages, place: string, name: string): boolean {
  const folders = place.split('/node_modules/').map((_, depth, all) => all.slice(0, depth + 1).join('/node_modules/'))
  return [...folders, ''].some(folder => path.posix.join(folder, 'node_modules', name) in packages)
}

/** npm's os, cpu and libc of a platform package, read from its name: `binding-linux-x64-musl`. */
function platform(name: string): Record<string, string[]> {
  const words = name.slice(name.lastIndexOf('/') + 1).split('-')
  const os = words.find(word => SYSTEMS.includes(word))
  const cpu = words.find(word => CPUS.includes(word))
  const libc = words.some(word => word.startsWith('musl')) ? 'musl' : words.some(word => word.startsWith('gnu')) ? 'glibc' : undefined
  return { ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }), ...(os && { os: [os] }) }
}

if (import.meta.main) {
  for (const folder of process.argv.length > 2 ? process.argv.slice(2) : ['.']) completeLock(path.join(folder, 'package-lock.json'))
}

function completeLock(file: string): void {
  const { atime, mtime } = statSync(file)
  const lock: { packages: Packages } = JSON.parse(readFileSync(file, 'utf8'))
  const missing = missingEntries(lock.packages)
  const entries = Object.entries({ ...lock.packages, ...missing })
  lock.packages = Object.fromEntries(entries.toSorted(([a], [b]) => a.localeCompare(b, 'en')))
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  utimesSync(file, atime, mtime) // nothing to install for this: script/bootstrap looks at the time
  process.stdout.write(`${file}: ${Object.keys(missing).length} optional packages of other platforms added\n`)
}

// `node script/complete-lock.ts`: run it after any `npm install`, before committing package-lock.json.
// npm omits optional packages of other platforms from the lock file if the configured registry does not provide them, and `npm ci` then rejects that
// lock file everywhere. Packages that depend on them state their names and exact versions, so this script writes their entries. The first run
// with a registry that provides them adds their integrity.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

interface LockEntry {
  version?: string
  dev?: boolean
  integrity?: string
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
  [field: string]: unknown
}
export type Packages = Record<string, LockEntry>

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const CPUS = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

/** Returns entries for optional packages that the lock file depends on and does not contain: path in the lock file → entry. */
export function missingEntries(packages: Packages): Packages {
  const missing: Packages = {}
  for (const [location, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isLocked(packages, location, name)) continue
      missing[`node_modules/${name}`] = { version, ...platform(name), ...(dev === true && { dev }), optional: true }
    }
  }
  return missing
}

function isLocked(packages: Packages, location: string, name: string): boolean {
  const folders = location.split('/node_modules/').map((_, depth, all) => all.slice(0, depth + 1).join('/node_modules/'))
  return [...folders, ''].some(folder => path.posix.join(folder, 'node_modules', name) in packages)
}

/** npm's os, cpu and libc of a platform package, derived from its name: `binding-linux-x64-musl`. */
function platform(name: string): Record<string, string[]> {
  const words = name.slice(name.lastIndexOf('/') + 1).split('-')
  const os = words.find(word => SYSTEMS.includes(word))
  const cpu = words.find(word => CPUS.includes(word))
  const libc = words.some(word => word.startsWith('musl')) ? 'musl' : words.some(word => word.startsWith('gnu')) ? 'glibc' : undefined
  return { ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }), ...(os && { os: [os] }) }
}

/** Returns the paths of entries that npm would install without verifying a hash. */
export const withoutIntegrity = (packages: Packages): string[] =>
  Object.entries(packages).flatMap(([location, { integrity }]) => (location === '' || integrity !== undefined ? [] : location))

/** Whether the image, or a typical Linux machine (glibc on x64 or arm64), installs the package of an entry. */
export function isForLinux({ os, cpu, libc }: LockEntry): boolean {
  const fits = (allowed: string[] | undefined, ...ours: string[]): boolean =>
    allowed === undefined || ours.some(one => allowed.includes(one))
  return fits(os, 'linux') && fits(cpu, 'x64', 'arm64') && fits(libc, 'glibc')
}

const nameIn = (location: string): string => location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Returns the integrity of these entries by path, from the configured registry. npm resolves them in a temporary folder. Entries that the registry does not provide are omitted. */
function integrityOf(packages: Packages, locations: readonly string[]): Map<string, string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lock-'))
  try {
    const wanted = locations.map((location, index) => [`p${index}`, `npm:${nameIn(location)}@${packages[location]?.version}`])
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ optionalDependencies: Object.fromEntries(wanted) }))
    execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--loglevel=error'], { cwd: folder, stdio: 'inherit' })
    const found: { packages: Packages } = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8'))
    return new Map(
      locations.flatMap((location, index) => {
        const { integrity } = found.packages[`node_modules/p${index}`] ?? {}
        return integrity === undefined ? [] : [[location, integrity]]
      })
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
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
  const unverified = withoutIntegrity(lock.packages)
  const found = unverified.length === 0 ? new Map<string, string>() : integrityOf(lock.packages, unverified)
  for (const [location, integrity] of found) lock.packages[location] = { ...lock.packages[location], integrity }
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  utimesSync(file, atime, mtime) // script/bootstrap compares the times: this change needs no installation
  const left = withoutIntegrity(lock.packages)
  process.stdout.write(
    `${file}: ${Object.keys(missing).length} optional packages of other platforms added, integrity of ${found.size} added\n`
  )
  if (left.length > 0)
    process.stdout.write(
      `Still without integrity, since the configured registry does not provide them:\n${left.map(location => `  ${location}\n`).join('')}`
    )
}

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Returns the path of promtool. Without one on PATH, unpacks Debian's package into a temporary folder, so that no service is installed. Undefined if neither works. */
export function findPromtool(t: { teardown: (end: () => void) => void }): string | undefined {
  if (spawnSync('promtool', ['--version']).status === 0) return 'promtool'
  const folder = mkdtempSync(path.join(tmpdir(), 'tg-promtool-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  spawnSync('apt-get', ['download', 'prometheus'], { cwd: folder })
  const [file] = readdirSync(folder).filter(name => name.endsWith('.deb'))
  if (file) spawnSync('dpkg-deb', ['-x', file, '.'], { cwd: folder })
  const program = path.join(folder, 'usr/bin/promtool')
  return existsSync(program) ? program : undefined
}

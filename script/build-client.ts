import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '..')

/** Compiles the client to `dist/` of its package, with the types of every operation. */
export function buildClient(folder: string): void {
  rmSync(path.join(folder, 'dist'), { recursive: true, force: true })
  execFileSync(path.join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder], { cwd: ROOT, stdio: 'inherit' })
  mkdirSync(path.join(folder, 'dist/openapi'), { recursive: true })
  cpSync(path.join(ROOT, 'openapi/client.d.ts'), path.join(folder, 'dist/openapi/client.d.ts'))
}

if (import.meta.main) buildClient(path.join(ROOT, 'packages/client'))

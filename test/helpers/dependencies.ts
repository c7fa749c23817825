import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')

/** Fills a node_modules with what npm installs for users of the package: no development packages. */
export function linkDependencies(folder: string): void {
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) {
    const place = path.join(folder, name)
    mkdirSync(path.dirname(place), { recursive: true })
    symlinkSync(path.join(root, 'node_modules', name), place)
  }
}

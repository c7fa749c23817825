import { lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sandboxFiles } from '../../sandbox/filesystem/files.ts'

/** Returns a function that restores every file of the sandbox folder. */
export function keepSandbox(root: string): () => void {
  const files = new Map([...sandboxFiles()].map(([name, content]) => [name, { content, stamp: stampOf(path.join(root, name)) }]))
  const known = new Set(everything(root))
  return () => {
    for (const name of everything(root)) if (!known.has(name)) rmSync(path.join(root, name), { recursive: true, force: true })
    for (const [name, kept] of files) {
      const file = path.join(root, name)
      if (stampOf(file) === kept.stamp) continue
      mkdirSync(path.dirname(file), { recursive: true })
      rmSync(file, { recursive: true, force: true })
      writeFileSync(file, kept.content)
      kept.stamp = stampOf(file)
    }
  }
}

const everything = (root: string): string[] => readdirSync(root, { recursive: true, encoding: 'utf8' })

function stampOf(file: string): string {
  const { ino, size, mtimeMs, mode } = lstatSync(file, { throwIfNoEntry: false }) ?? {}
  return `${ino} ${size} ${mtimeMs} ${mode}`
}

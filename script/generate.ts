// `npm run gen`: writes the checked-in files that are generated from the definitions.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { generateFiles, isGenerated, root } from './generated.ts'

const files = await generateFiles()
const leftOver = globSync('openapi/**/*', { cwd: root }).filter(file => isGenerated(file) && !files.has(file))
for (const file of leftOver) rmSync(path.join(root, file))
for (const [file, text] of files) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  if (read(file) === text) continue
  writeFileSync(path.join(root, file), text)
  process.stdout.write(`${file}: ${Math.ceil(text.length / 1024)} kB\n`)
}

function read(file: string): string {
  try {
    return readFileSync(path.join(root, file), 'utf8')
  } catch {
    return ''
  }
}

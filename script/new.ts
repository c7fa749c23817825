// `npm run new -- operation SYSTEM NAME [--group GROUP]`, `npm run new -- system NAME`, `npm run new -- bulk SYSTEM NAME`: creates the files of a new
// definition. They compile; their test fails and lists every part marked FILL IN. Nothing needs to be registered: definitions are found by path.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { bulkFiles } from './new/bulk.ts'
import { type Files, root } from './new/files.ts'
import { operationFiles } from './new/operation.ts'
import { systemFiles } from './new/system.ts'

const USAGE = `Usage:
  npm run new -- operation SYSTEM NAME [--group GROUP]   such as: operation gitlab list_runners --group ci
  npm run new -- system NAME                             such as: system notes
  npm run new -- bulk SYSTEM NAME                        such as: bulk notes delete_notes`

function filesFor(args: string[]): Files {
  const { positionals, values } = argumentsOf(args)
  const [kind, system, name, ...others] = positionals
  if (system === undefined || others.length > 0) throw new Error(USAGE)
  if (kind === 'system' && name === undefined) return systemFiles(system)
  if (kind === 'operation' && name !== undefined) return operationFiles(system, name, values.group)
  if (kind === 'bulk' && name !== undefined) return bulkFiles(system, name)
  throw new Error(USAGE)
}

function argumentsOf(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { group: { type: 'string' } } })
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

/** Writes all files, or none if one of them exists. */
function write({ files, test, next }: Files): void {
  const existing = [...files.keys()].filter(file => existsSync(path.join(root, file)))
  if (existing.length > 0)
    throw new Error(`Nothing was written, because these files exist:\n${existing.map(file => `  ${file}`).join('\n')}`)
  for (const [file, text] of files) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  const created = [...files.keys()].map(file => `  ${file}`).join('\n')
  const steps = [...next, `Run  npm test -- ${test}  until it passes: it lists what is left to fill in`, 'Run  npm run fix && npm run gen']
  process.stdout.write(`Created:\n${created}\n\nNext:\n${steps.map((step, index) => `  ${index + 1}. ${step}`).join('\n')}\n`)
}

try {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) process.stdout.write(`${USAGE}\n`)
  else write(filesFor(args))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}

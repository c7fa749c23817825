// Runs one filesystem operation as a user who may do little: `node as-nobody.ts <roots> <operation> <input>`. Everything is loaded first,
// since that user need not be able to read the repository.

import { createDirectory } from '../../src/tools/filesystem/client/directories.ts'
import { editFile } from '../../src/tools/filesystem/client/edit.ts'
import { listDirectory } from '../../src/tools/filesystem/client/list.ts'
import { readFile } from '../../src/tools/filesystem/client/read.ts'
import { deleteFile } from '../../src/tools/filesystem/client/remove.ts'
import { searchFiles } from '../../src/tools/filesystem/client/search.ts'
import type { Turn } from '../../src/tools/filesystem/client/turn.ts'
import { openVolume, type Volume } from '../../src/tools/filesystem/client/volume.ts'
import { writeFile } from '../../src/tools/filesystem/client/write.ts'
import { quietTurn } from './quiet-turn.ts'

// biome-ignore lint/suspicious/noExplicitAny: the input is the test's to say
const OPERATIONS: Record<string, (volume: Volume, input: any, turn: Turn) => Promise<unknown>> = {
  readFile,
  writeFile,
  editFile,
  listDirectory,
  createDirectory,
  deleteFile,
  searchFiles
}
const NOBODY = 65_534

const [roots = '', name = '', input = '{}'] = process.argv.slice(2)
if (process.geteuid?.() === 0) {
  process.setgroups?.([])
  process.setgid?.(NOBODY)
  process.setuid?.(NOBODY)
}

const warnings: string[] = []
try {
  const data = await OPERATIONS[name]?.(await openVolume(roots), JSON.parse(input), quietTurn({ warn: text => warnings.push(text) }))
  process.stdout.write(JSON.stringify({ data, warnings }))
} catch (error) {
  const { reason, message } = Object(error)
  process.stdout.write(JSON.stringify({ reason, message }))
}

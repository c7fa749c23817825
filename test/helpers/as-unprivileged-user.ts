// Runs one filesystem operation as an unprivileged user: `node as-unprivileged-user.ts <roots> <operation> <input>`. Everything is loaded first,
// because that user may not be able to read the repository.

import { createDirectory } from '../../src/tools/filesystem/client/directories/create.ts'
import { listDirectory } from '../../src/tools/filesystem/client/directories/list.ts'
import { searchFiles } from '../../src/tools/filesystem/client/directories/search.ts'
import { deleteFile } from '../../src/tools/filesystem/client/files/delete.ts'
import { editFile } from '../../src/tools/filesystem/client/files/edit.ts'
import { moveFile } from '../../src/tools/filesystem/client/files/move.ts'
import { readFile } from '../../src/tools/filesystem/client/files/read.ts'
import { writeFile } from '../../src/tools/filesystem/client/files/write.ts'
import { lookUpFiles, nextFiles } from '../../src/tools/filesystem/client/replace-in-files/plan.ts'
import { type FileCall, openVolume, type Volume } from '../../src/tools/filesystem/client/volume.ts'
import { silentCall } from './silent-call.ts'

// biome-ignore lint/suspicious/noExplicitAny: the test defines the input
const OPERATIONS: Record<string, (volume: Volume, input: any, call: FileCall) => Promise<unknown>> = {
  readFile,
  writeFile,
  editFile,
  listDirectory,
  createDirectory,
  deleteFile,
  moveFile,
  searchFiles,
  nextFiles: (volume, query, call) => nextFiles(volume, query, { size: 100, offset: 0, cursor: undefined }, call),
  lookUpFiles: (volume, { ids, query }, call) => lookUpFiles(volume, ids, query, call)
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
  const data = await OPERATIONS[name]?.(await openVolume(roots), JSON.parse(input), silentCall({ warn: text => warnings.push(text) }))
  process.stdout.write(JSON.stringify({ data, warnings }))
} catch (error) {
  const { reason, message } = Object(error)
  process.stdout.write(JSON.stringify({ reason, message }))
}

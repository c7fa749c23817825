import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { moveFile } from '../client/move.ts'
import { MISSING, PATH_ERRORS, STORAGE } from '../failures.ts'
import { dryRun, kind, pathOf, shownPath } from '../schemas.ts'
import { filesystem } from '../tool.ts'

export default defineOperation(filesystem, {
  name: 'move_file',
  core: true,
  summary: 'Move or rename a file or a directory',
  description:
    'Gives a file, a directory or a symbolic link (itself, not its target) another path, and makes missing parent directories. Use it to rename, or to put things in order. destination is the whole new path, with the name: a directory that is there is not moved into. A destination that exists is refused, unless overwrite is true and both are files; what was there is then lost. Between file systems it copies, brings the copy to the disk, then deletes the source. To copy a file, read and write it; to delete it use delete_file. Answers both paths and whether something was overwritten.',
  permission: 'write',
  http: 'POST /move_file',
  dry_run: true,
  timeout_ms: 120_000,
  see_also: ['filesystem_create_directory', 'filesystem_delete_file'],
  input: Type.Object({
    source: pathOf('What to move: a path inside the roots, relative to the first root or absolute'),
    destination: pathOf('Its new path, with the name, inside the roots; relative to the first root or absolute'),
    overwrite: Type.Boolean({ default: false, description: 'true: replace a file that is at destination. Default false: refuse' })
  }),
  output: Type.Object({
    source: shownPath('Where it was'),
    destination: shownPath('Where it is now'),
    type: kind('What was moved'),
    overwritten: Type.Boolean({ description: 'true: another file was replaced' }),
    dry_run: dryRun
  }),
  errors: {
    ...PATH_ERRORS,
    ...MISSING,
    ...STORAGE,
    cannot_be_honoured: 'The source is a root, both paths are the same, the destination lies inside the source, or links lead to nothing',
    already_exists: 'Something is at the destination, and overwrite is false or one of the two is a directory',
    not_empty: 'A directory came to be at the destination meanwhile',
    not_a_file: 'A directory came to be at the destination meanwhile'
  },
  examples: [
    {
      name: 'rename',
      summary: 'A better name, in a new directory',
      input: { source: 'workbench/draft.txt', destination: 'workbench/final/report.txt', dry_run: true },
      output: { source: 'workbench/draft.txt', destination: 'workbench/final/report.txt', type: 'file', overwritten: false, dry_run: true }
    },
    {
      name: 'name_taken',
      summary: 'The new name is taken',
      input: { source: 'workbench/draft.txt', destination: 'workbench/greeting.txt' },
      error: { reason: 'already_exists', message: 'workbench/greeting.txt exists already.' }
    }
  ],
  message: ({ source, destination, overwrite }) => `Move "${source}" to "${destination}"${overwrite ? ', replacing what is there' : ''}`,
  handler: (input, call) => moveFile(call.client, input, call)
})

import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { deleteFile } from '../client/remove.ts'
import { MISSING, PATH_ERRORS, STORAGE } from '../failures.ts'
import { dryRun, filePath, kind, shownPath } from '../schemas.ts'
import { filesystem } from '../tool.ts'

export default defineOperation(filesystem, {
  name: 'delete_file',
  core: true,
  summary: 'Delete a file, a link or a directory for good',
  description:
    'Deletes a file, a symbolic link (itself, not its target) or a directory. Their content is lost for good: there is no waste bin and no undo. Use it only for what is surely not needed; to put something aside use move_file. A directory must be empty, unless recursive is true: then all that is below it is lost, too; send dry_run first to learn how much that is. A root is never deleted. Links inside a directory are deleted and not followed. Answers what it was and how many entries were deleted.',
  permission: 'destructive',
  http: 'POST /delete_file',
  dry_run: true,
  timeout_ms: 120_000,
  see_also: ['filesystem_move_file', 'filesystem_list_directory'],
  input: Type.Object({
    file_path: filePath('File, link or directory to delete'),
    recursive: Type.Boolean({
      default: false,
      description: 'true: delete a directory with all that is below it. Default false: only an empty one'
    })
  }),
  output: Type.Object({
    path: shownPath('What was deleted'),
    type: kind('What it was'),
    deleted: Type.Integer({ minimum: 1, description: 'How many entries were deleted, itself among them' }),
    dry_run: dryRun
  }),
  errors: {
    ...PATH_ERRORS,
    ...MISSING,
    ...STORAGE,
    cannot_be_honoured: 'The path is a root or holds one, or the system is using it',
    not_empty: 'The directory still holds something, and recursive is false; details.entries says how much',
    not_a_file: 'It became a directory while it was being deleted'
  },
  examples: [
    {
      name: 'file',
      summary: 'What deleting a file would do',
      input: { file_path: 'workbench/obsolete.txt', dry_run: true },
      output: { path: 'workbench/obsolete.txt', type: 'file', deleted: 1, dry_run: true }
    },
    {
      name: 'directory',
      summary: 'How much a directory with all below it is',
      input: { file_path: 'configs', recursive: true, dry_run: true },
      output: { path: 'configs', type: 'directory', deleted: 401, dry_run: true }
    },
    {
      name: 'not_empty',
      summary: 'A directory that still holds something',
      input: { file_path: 'samples', confirm: true },
      error: { reason: 'not_empty', message: 'samples still holds 3 entries.' }
    }
  ],
  message: ({ file_path, recursive }) => `Delete ${file_path}${recursive ? ' and all that is below it' : ''} for good`,
  handler: (input, call) => deleteFile(call.client, input, call)
})

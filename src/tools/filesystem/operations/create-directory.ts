import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { createDirectory } from '../client/directories.ts'
import { PATH_ERRORS, STORAGE } from '../failures.ts'
import { dryRun, pathOf, shownPath } from '../schemas.ts'
import { filesystem } from '../tool.ts'

export default defineOperation(filesystem, {
  name: 'create_directory',
  core: true,
  summary: 'Make a directory and its missing parents',
  description:
    'Makes a directory, and every directory on the way to it that is missing. Use it for an empty directory, not before write_file, which makes the directories of its file by itself. One that is there already is a success with created false, so the call may be repeated. Answers the path and whether the directory is new.',
  permission: 'write',
  http: 'POST /create_directory',
  idempotent: true,
  dry_run: true,
  see_also: ['filesystem_write_file', 'filesystem_list_directory'],
  input: Type.Object({ path: pathOf('Directory to make: a path inside the roots, relative to the first root or absolute') }),
  output: Type.Object({
    path: shownPath('The directory'),
    created: Type.Boolean({ description: 'true: it was not there before' }),
    dry_run: dryRun
  }),
  errors: { ...PATH_ERRORS, ...STORAGE, already_exists: 'Something that is not a directory has that path' },
  examples: [
    {
      name: 'nested',
      summary: 'A directory in one that is missing, too',
      input: { path: 'workbench/2026/plans', dry_run: true },
      output: { path: 'workbench/2026/plans', created: true, dry_run: true }
    },
    {
      name: 'there_already',
      summary: 'It is there already: nothing to do',
      input: { path: 'workbench' },
      output: { path: 'workbench', created: false, dry_run: false }
    },
    {
      name: 'file_in_the_way',
      summary: 'A file has the name',
      input: { path: 'README.md' },
      error: { reason: 'already_exists', message: 'README.md exists already, and is not a directory.' }
    }
  ],
  message: ({ path }) => `Make the directory "${path}"`,
  handler: (input, call) => createDirectory(call.client, input, call)
})

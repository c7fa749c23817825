import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { deleteFile } from '../client/files/delete.ts'
import { MISSING, PATH_ERRORS } from '../errors.ts'
import { dryRun, filePath, kind, outputPath } from '../schemas.ts'
import { filesystem } from '../tool.ts'

export default defineOperation(filesystem, {
  name: 'delete_file',
  core: true,
  summary: 'Delete a file, a link or a directory permanently',
  description:
    'Permanently deletes a file, a symbolic link (not its target) or a directory, and returns its type and the number of deleted entries. There is no trash and no undo. Use it only for data that is certainly not needed; to set something aside, use move_file. A directory must be empty, unless recursive is true, which also deletes everything below it; set dry_run first to see how many entries would be deleted. Roots are never deleted. Links inside a directory are deleted, not followed.',
  permission: 'destructive',
  http: 'POST /delete_file',
  dry_run: true,
  timeout_ms: 120_000,
  see_also: ['filesystem_move_file', 'filesystem_list_directory'],
  asked_as: {
    en: [
      'remove a file from disk',
      'delete a folder',
      'rm',
      'get rid of temp files',
      'clear out the build directory',
      'this file on disk can go',
      'remove an old log file',
      'the temp file can go',
      'wipe the cache directory',
      "we don't need the folder any more",
      'bin the old backups',
      'that file can go',
      'throw the old log away',
      "I don't need the folder any more"
    ],
    de: ['die Datei vom Rechner löschen'],
    es: ['borra el archivo del disco'],
    fr: ['supprimer le fichier du disque'],
    ja: ['ファイルを削除'],
    pl: ['usuń plik z dysku']
  },
  input: Type.Object({
    file_path: filePath('File, link or directory to delete'),
    recursive: Type.Boolean({
      default: false,
      description: 'true: delete a directory with everything below it. Default false: only an empty directory'
    })
  }),
  output: Type.Object({
    path: outputPath('Deleted path'),
    type: kind('Type of the deleted entry; other: a FIFO, a socket or a device'),
    deleted: Type.Integer({ minimum: 1, description: 'Number of deleted entries, including the path itself' }),
    dry_run: dryRun
  }),
  errors: {
    ...PATH_ERRORS,
    ...MISSING,
    storage_full: 'The file system is read-only',
    cannot_be_honoured: 'The path is a root or contains one, or the operating system is using it',
    not_empty: 'The directory is not empty and recursive is false; details.entries is the number of entries',
    not_a_file: 'The path became a directory during the call'
  },
  examples: [
    {
      name: 'file',
      summary: 'Preview deleting a file',
      input: { file_path: 'workbench/obsolete.txt', dry_run: true },
      output: { path: 'workbench/obsolete.txt', type: 'file', deleted: 1, dry_run: true }
    },
    {
      name: 'directory',
      summary: 'Preview deleting a directory with everything below it',
      input: { file_path: 'configs', recursive: true, dry_run: true },
      output: { path: 'configs', type: 'directory', deleted: 401, dry_run: true }
    },
    {
      name: 'not_empty',
      summary: 'A directory that is not empty',
      input: { file_path: 'samples', confirm: true },
      error: { reason: 'not_empty', message: 'samples is not empty: it contains 3 entries.' }
    }
  ],
  message: ({ file_path, recursive }) => `Permanently delete ${file_path}${recursive ? ' and everything below it' : ''}`,
  handler: (input, call) => deleteFile(call.client, input, call)
})

import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { moveFile } from '../client/files/move.ts'
import { PATH_ERRORS, STORAGE, TWO_PATH_ERRORS } from '../errors.ts'
import { dryRun, kind, outputPath, pathInput } from '../schemas.ts'
import { filesystem } from '../tool.ts'

export default defineOperation(filesystem, {
  name: 'move_file',
  core: true,
  summary: 'Move or rename a file or a directory',
  description:
    'Moves a file, a directory or a symbolic link (not its target) to another path, and creates missing parent directories. Returns both paths and whether a file was overwritten. Use it to rename or reorganize files. destination is the complete new path, including the name, even to move something into an existing directory. If something exists at destination, the call fails, unless overwrite is true and both paths are files; the overwritten file is lost. Between file systems, the gateway copies, flushes the copy to disk, then deletes the source. To copy something, use copy_file; to delete something, delete_file.',
  permission: 'write',
  http: 'POST /move_file',
  dry_run: true,
  timeout_ms: 120_000,
  see_also: ['filesystem_copy_file', 'filesystem_create_directory', 'filesystem_delete_file', 'filesystem_get_file_info'],
  asked_as: {
    en: [
      'rename a file',
      'put the file in another folder',
      'mv',
      'move a folder elsewhere on disk',
      'call the file something else',
      'move the report to the archive folder on disk',
      'give a directory a new name',
      'the photo belongs in another folder',
      'call the draft final',
      "it's in the wrong folder on disk",
      'give the file a new name',
      'give the file another name',
      'this file belongs in another folder',
      'put the report in the archive folder',
      'call the document differently'
    ],
    de: ['die Datei umbenennen', 'die Datei in einen anderen Ordner verschieben'],
    es: ['renombra el archivo', 'mueve el archivo a otra carpeta'],
    fr: ['renommer le fichier', 'déplacer le fichier'],
    ja: ['ファイル名を変更', 'ファイルを移動'],
    pl: ['zmień nazwę pliku', 'przenieś plik']
  },
  input: Type.Object({
    source: pathInput('Path to move: a path inside the roots, relative to the first root or absolute'),
    destination: pathInput('New path, including the name, inside the roots; relative to the first root or absolute'),
    overwrite: Type.Boolean({ default: false, description: 'true: replace a file at destination. Default false: refuse' })
  }),
  output: Type.Object({
    source: outputPath('Old path'),
    destination: outputPath('New path'),
    type: kind('Type of the moved entry; other: a FIFO, a socket or a device'),
    overwritten: Type.Boolean({ description: 'true: an existing file was overwritten' }),
    dry_run: dryRun
  }),
  errors: {
    ...PATH_ERRORS,
    ...TWO_PATH_ERRORS,
    ...STORAGE,
    cannot_be_honoured:
      'The source is a root, both paths are the same, the destination lies inside the source, or the target of a link does not exist',
    already_exists: 'Something is at the destination, and overwrite is false or one of the two is a directory',
    not_empty: 'A directory with entries was created at the destination during the call',
    not_a_file: 'A directory was created at the destination during the call'
  },
  examples: [
    {
      name: 'rename',
      summary: 'Rename into a new directory',
      input: { source: 'workbench/draft.txt', destination: 'workbench/final/report.txt', dry_run: true },
      output: { source: 'workbench/draft.txt', destination: 'workbench/final/report.txt', type: 'file', overwritten: false, dry_run: true }
    },
    {
      name: 'name_taken',
      summary: 'A destination that already exists',
      input: { source: 'workbench/draft.txt', destination: 'workbench/greeting.txt' },
      error: { reason: 'already_exists', message: 'workbench/greeting.txt already exists.' }
    }
  ],
  message: ({ source, destination, overwrite }) => `Move "${source}" to "${destination}"${overwrite ? ', replacing an existing file' : ''}`,
  handler: (input, call) => moveFile(call.client, input, call)
})

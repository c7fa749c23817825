import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { nullable } from '../../../contract/schema.ts'
import { copyFile } from '../client/files/copy.ts'
import { PATH_ERRORS, STORAGE, TWO_PATH_ERRORS } from '../errors.ts'
import { dryRun, kind, outputPath, pathInput } from '../schemas.ts'
import { filesystem } from '../tool.ts'

export default defineOperation(filesystem, {
  name: 'copy_file',
  core: true,
  summary: 'Copy a file or a directory',
  description:
    'Copies a file of any size, or a directory with everything in it, to another path, and creates missing parent directories. Returns both paths, the number of copied files and whether a file was overwritten. Use it to duplicate a file, or to keep a version before you change it. destination is the complete new path, including the name: the copy is never placed inside an existing directory. If something exists at destination, the call fails, unless overwrite is true and both paths are files; the overwritten file is lost. The copy appears at destination only when it is complete. If source is a symbolic link, its target is copied; links inside a directory are copied as links. Mode, owner and extended attributes are copied; times are not. To move something, use move_file; to create a text file, write_file.',
  permission: 'write',
  http: 'POST /copy_file',
  dry_run: true,
  timeout_ms: 120_000,
  see_also: ['filesystem_get_file_info', 'filesystem_move_file', 'filesystem_write_file'],
  asked_as: {
    en: [
      'copy a file',
      'duplicate the folder on disk',
      'cp -r',
      'make a backup copy of the config file',
      'keep a copy before changing the file',
      'clone a directory on the host',
      'I want a second copy of the file',
      'back up the settings before I touch them',
      'same file under another name',
      'copy everything in the folder to another place',
      'keep the original and make another one',
      'duplicate this document on disk'
    ],
    de: ['die Datei kopieren', 'eine Kopie des Ordners anlegen'],
    es: ['copia el archivo', 'duplica la carpeta'],
    fr: ['copier le fichier', 'dupliquer le dossier'],
    ja: ['ファイルをコピー', 'フォルダを複製'],
    pl: ['skopiuj plik', 'zrób kopię folderu']
  },
  input: Type.Object({
    source: pathInput('Path to copy: a path inside the roots, relative to the first root or absolute'),
    destination: pathInput('Path of the copy, including the name, inside the roots; relative to the first root or absolute'),
    overwrite: Type.Boolean({ default: false, description: 'true: replace a file at destination. Default false: refuse' })
  }),
  output: Type.Object({
    source: outputPath('Copied path, with links resolved'),
    destination: outputPath('Path of the copy'),
    type: kind('Type of the copy: file or directory'),
    files: nullable(Type.Integer({ minimum: 0 }), { description: 'Number of copied files; null for a dry run' }),
    overwritten: Type.Boolean({ description: 'true: an existing file was overwritten' }),
    dry_run: dryRun
  }),
  errors: {
    ...PATH_ERRORS,
    ...TWO_PATH_ERRORS,
    ...STORAGE,
    cannot_be_honoured:
      'The source is a root or contains a FIFO, a socket or a device, both paths are the same, the destination lies inside the source, or the target of a link does not exist',
    already_exists: 'Something is at the destination, and overwrite is false or one of the two is a directory',
    not_empty: 'A directory with entries was created at the destination during the call',
    not_a_file: 'A directory was created at the destination during the call'
  },
  examples: [
    {
      name: 'backup',
      summary: 'Keep a version of a file',
      input: { source: 'workbench/draft.txt', destination: 'workbench/old/draft-1.txt' },
      output: {
        source: 'workbench/draft.txt',
        destination: 'workbench/old/draft-1.txt',
        type: 'file',
        files: 1,
        overwritten: false,
        dry_run: false
      }
    },
    {
      name: 'name_taken',
      summary: 'A destination that already exists',
      input: { source: 'workbench/draft.txt', destination: 'workbench/greeting.txt' },
      error: { reason: 'already_exists', message: 'workbench/greeting.txt already exists.' }
    }
  ],
  message: ({ source, destination, overwrite }) => `Copy "${source}" to "${destination}"${overwrite ? ', replacing an existing file' : ''}`,
  handler: (input, call) => copyFile(call.client, input, call)
})

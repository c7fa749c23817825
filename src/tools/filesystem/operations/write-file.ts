import { Type } from 'typebox'
import { defineOperation, MAX_BODY } from '../../../contract/operation.ts'
import { byteSize } from '../../../lib/format.ts'
import { writeFile } from '../client/files/write.ts'
import { DANGLING, PATH_ERRORS, STORAGE } from '../errors.ts'
import { dryRun, expectedSha256, filePath, outputPath, sha256, writtenEncoding } from '../schemas.ts'
import { filesystem } from '../tool.ts'

export default defineOperation(filesystem, {
  name: 'write_file',
  core: true,
  summary: 'Create a text file, or replace its whole content',
  description:
    'Writes the content exactly as given, in UTF-8 unless encoding names another one, and creates missing parent directories. Returns the path, the number of bytes written, whether the file is new, and its SHA-256. Use it for new files and for full rewrites; existing content is lost, so pass expected_sha256 from a read to replace only the version that you read. To change a part of a file, use edit_file; to change many files in the same way, bulk_replace_in_files. The file is replaced atomically: no reader sees a partially written file, and after a crash it is either the old or the new file. Its mode, owner, extended attributes and access control list are kept; a warning reports if some could not be kept, or if the file has other hard links, which keep the old content. A symbolic link inside the roots is followed to its target; one whose target is outside the roots or missing is refused.',
  permission: 'write',
  http: 'POST /write_file',
  max_body: MAX_BODY,
  idempotent: true,
  dry_run: true,
  aliases: ['grz_write_file'],
  see_also: ['filesystem_edit_file', 'filesystem_read_file', 'filesystem_create_directory'],
  asked_as: {
    en: [
      'save this to a file',
      'create a new text file',
      'write the result to disk',
      'overwrite a file',
      'store a script locally',
      'put the output into a text file',
      'make a new file with this content',
      'dump this to disk',
      'replace everything in the file',
      'store this text as a file',
      'save the notes to disk',
      'write the results to a text file',
      'put this into a new file',
      'keep the list as a csv on disk'
    ],
    de: ['in eine Datei speichern', 'eine neue Datei anlegen'],
    es: ['guarda esto en un archivo', 'crea un fichero'],
    fr: ['enregistrer dans un fichier', 'créer un fichier texte'],
    ja: ['ファイルに保存', 'ファイルを作成'],
    pl: ['zapisz do pliku', 'utwórz plik tekstowy']
  },
  input: Type.Object({
    file_path: filePath('File to write'),
    content: Type.String({ description: 'The whole content; may be empty. The whole request may be at most 10 MB' }),
    encoding: writtenEncoding,
    expected_sha256: expectedSha256
  }),
  output: Type.Object({
    path: outputPath('Path of the file'),
    bytes: Type.Integer({ minimum: 0, description: 'Size of the file in bytes' }),
    created: Type.Boolean({ description: 'true: the file did not exist before' }),
    sha256: sha256('SHA-256 of the content; pass it as expected_sha256 of the next change'),
    dry_run: dryRun
  }),
  errors: {
    ...PATH_ERRORS,
    ...DANGLING,
    ...STORAGE,
    not_a_file: 'The path is a directory, a FIFO, a socket or a device',
    file_changed: 'The file does not match expected_sha256, or was changed during the call; details.current_sha256 is its current hash'
  },
  examples: [
    {
      name: 'new_file',
      summary: 'A new file in a new directory',
      input: { file_path: 'workbench/new/idea.txt', content: 'An idea.\n', dry_run: true },
      output: {
        path: 'workbench/new/idea.txt',
        bytes: 9,
        created: true,
        sha256: '939b503eb6fdd360824bd8b455231d21bc917fa9d9dd58310ac17decef2ca19f',
        dry_run: true
      }
    },
    {
      name: 'rewrite',
      summary: 'Rewrite a file that is unchanged since it was read',
      input: {
        file_path: 'samples/empty.txt',
        content: '',
        expected_sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
      },
      output: {
        path: 'samples/empty.txt',
        bytes: 0,
        created: false,
        sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        dry_run: false
      }
    },
    {
      name: 'changed_meanwhile',
      summary: 'A file that changed since it was read',
      input: { file_path: 'README.md', content: 'Mine.\n', expected_sha256: '0'.repeat(64) },
      error: { reason: 'file_changed', message: 'README.md does not match expected_sha256: it was changed.' }
    },
    {
      name: 'directory',
      summary: 'A directory cannot be written to',
      input: { file_path: 'docs', content: 'text' },
      error: { reason: 'not_a_file', message: 'docs is a directory, not a regular file.' }
    }
  ],
  message: ({ file_path, content }) =>
    `Write ${byteSize(Buffer.byteLength(content))} to ${file_path}, creating the file or replacing its content`,
  handler: (input, call) => writeFile(call.client, input, call)
})

import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { byteSize } from '../../../lib/format.ts'
import { writeFile } from '../client/write.ts'
import { PATH_ERRORS, STORAGE } from '../failures.ts'
import { dryRun, expectedSha256, filePath, sha256, shownPath } from '../schemas.ts'
import { filesystem } from '../tool.ts'

export default defineOperation(filesystem, {
  name: 'write_file',
  core: true,
  summary: 'Create a text file, or replace its whole content',
  description:
    'Writes the content exactly as given (UTF-8) and makes missing parent directories. Use it for new files and for files that you rewrite as a whole; the content that was there is replaced, so send expected_sha256 from a read before to be sure that it is the one you know. To change a part of a file use edit_file; to change many files alike use bulk_replace_in_files. The file is replaced in one step: no reader sees half of it, and after a crash it is the old or the new one. Its mode and owner are kept. A symbolic link inside the roots is written through to its target; one that leads outside, or to nothing, is refused. Answers the path, the bytes written, whether the file is new, and its sha256.',
  permission: 'write',
  http: 'POST /write_file',
  idempotent: true,
  dry_run: true,
  aliases: ['grz_write_file'],
  see_also: ['filesystem_edit_file', 'filesystem_read_file', 'filesystem_create_directory'],
  input: Type.Object({
    file_path: filePath('File to write'),
    content: Type.String({ description: 'The whole content, at most what fits into a request of 10 MB. May be empty' }),
    expected_sha256: expectedSha256
  }),
  output: Type.Object({
    path: shownPath('The file'),
    bytes: Type.Integer({ minimum: 0, description: 'Bytes of the content in UTF-8' }),
    created: Type.Boolean({ description: 'true: there was no such file before' }),
    sha256: sha256('Of the content: the expected_sha256 of a next change'),
    dry_run: dryRun
  }),
  errors: {
    ...PATH_ERRORS,
    ...STORAGE,
    not_a_file: 'The path is a directory, a FIFO, a socket or a device',
    file_changed: 'The file is not what expected_sha256 says, or was changed while it was written; details.current_sha256 says what it is'
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
      summary: 'Rewriting a file that is still what it was when it was read',
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
      summary: 'Somebody else changed the file since it was read',
      input: { file_path: 'README.md', content: 'Mine.\n', expected_sha256: '0'.repeat(64) },
      error: { reason: 'file_changed', message: 'README.md is not what expected_sha256 says: it was changed.' }
    },
    {
      name: 'directory',
      summary: 'A directory cannot be written to',
      input: { file_path: 'docs', content: 'text' },
      error: { reason: 'not_a_file', message: 'docs is a directory, not a regular file.' }
    }
  ],
  message: ({ file_path, content }) => `Write ${byteSize(Buffer.byteLength(content))} to ${file_path}, replacing what is there`,
  handler: (input, call) => writeFile(call.client, input, call)
})

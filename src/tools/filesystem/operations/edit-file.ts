import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import type { Requirement } from '../../../contract/requires.ts'
import { counted, fenced } from '../../../lib/format.ts'
import { brief } from '../brief.ts'
import { editFile } from '../client/edit.ts'
import { MISSING, PATH_ERRORS, STORAGE } from '../failures.ts'
import { dryRun, expectedSha256, filePath, sha256, shownPath } from '../schemas.ts'
import { filesystem } from '../tool.ts'

const DIFFERENT = 'old_string and new_string must be different.'

const stringsDiffer: Requirement = {
  text: DIFFERENT,
  check: ({ old_string, new_string }) =>
    typeof old_string === 'string' && old_string === new_string
      ? { path: '', message: 'old_string and new_string must be different' }
      : undefined
}

export default defineOperation(filesystem, {
  name: 'edit_file',
  core: true,
  summary: 'Replace a text in a file by another',
  description:
    'Replaces old_string by new_string, literally: case and white space count, and nothing in either is a pattern. old_string must occur exactly once, unless replace_all is true; give lines around it to make it unique. Use it to change a part of a text file that you have read; leave the line numbers of read_file out. For a new file or a full rewrite use write_file, for the same change in many files bulk_replace_in_files. All other bytes stay as they are: line ends, byte order mark, mode. In a file whose lines all end in CRLF, line breaks of both strings are taken as CRLF. Not idempotent: send expected_sha256 from a read, so that a change made on an old view is refused. Files up to 10 MB in UTF-8. Answers the number of replacements, the sha256 before and after, and a unified diff; dry_run answers the same and changes nothing.',
  permission: 'write',
  http: 'POST /edit_file',
  dry_run: true,
  aliases: ['grz_edit_file'],
  see_also: ['filesystem_read_file', 'filesystem_write_file', 'filesystem_bulk_replace_in_files'],
  input: Type.Object({
    file_path: filePath('File to edit'),
    old_string: Type.String({
      minLength: 1,
      maxLength: 1_000_000,
      description: 'Text to be replaced, exactly as it stands in the file; may span lines. Not empty; at most 1,000,000 characters'
    }),
    new_string: Type.String({
      description:
        'Text to put in its place; different from old_string. Empty: the text is taken out; at most what fits into a request of 10 MB'
    }),
    replace_all: Type.Boolean({
      default: false,
      description: 'true: replace every occurrence. Default false: old_string must occur exactly once'
    }),
    expected_sha256: expectedSha256
  }),
  requires: [stringsDiffer],
  output: Type.Object({
    path: shownPath('The file'),
    replacements: Type.Integer({ minimum: 1, description: 'How many occurrences were replaced' }),
    bytes: Type.Integer({ minimum: 0, description: 'Size of the file afterwards, in bytes' }),
    before_sha256: sha256('Of the content before'),
    sha256: sha256('Of the content afterwards: the expected_sha256 of a next change'),
    diff: Type.String({ description: 'The change as a unified diff with three lines of context; the first 64 KB of a longer one' }),
    dry_run: dryRun
  }),
  errors: {
    ...PATH_ERRORS,
    ...MISSING,
    ...STORAGE,
    not_a_file: 'The path is a directory, a FIFO, a socket or a device',
    not_text: 'The file is not UTF-8 text; editing it as such would spoil it',
    file_too_large: 'The file is over 10 MB, or would become so; details.size says how large',
    text_not_found: 'old_string is not in the file',
    text_not_unique: 'old_string occurs more than once and replace_all is false; details.occurrences says how often',
    file_changed: 'The file is not what expected_sha256 says, or was changed while it was edited'
  },
  examples: [
    {
      name: 'preview',
      summary: 'What a change of both occurrences would be',
      input: { file_path: 'workbench/greeting.txt', old_string: 'world', new_string: 'reader', replace_all: true, dry_run: true },
      output: {
        path: 'workbench/greeting.txt',
        replacements: 2,
        bytes: 36,
        before_sha256: 'c15f94538f85e9d262f556106ef7a3c8567641252091fb968673f47e8948ab82',
        sha256: 'dbc418f69824705ab799a658ad14caa364bcb4940393c2dd073ffd01c863c77d',
        diff: '--- a/workbench/greeting.txt\n+++ b/workbench/greeting.txt\n@@ -1,2 +1,2 @@\n-Hello, world.\n-How are you, world?\n+Hello, reader.\n+How are you, reader?\n',
        dry_run: true
      }
    },
    {
      name: 'not_unique',
      summary: 'Two occurrences, and neither is meant alone',
      input: { file_path: 'workbench/greeting.txt', old_string: 'world', new_string: 'reader' },
      error: {
        reason: 'text_not_unique',
        message:
          'old_string appears 2 times in file. Use replace_all=true to replace all occurrences, or provide more context to make old_string unique.'
      }
    },
    {
      name: 'not_found',
      summary: 'The text is not there',
      input: { file_path: 'workbench/greeting.txt', old_string: 'Goodbye', new_string: 'Hello' },
      error: { reason: 'text_not_found', message: 'old_string not found in file workbench/greeting.txt.' }
    },
    {
      name: 'no_change',
      summary: 'Both strings are the same',
      input: { file_path: 'workbench/greeting.txt', old_string: 'Hello', new_string: 'Hello' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ file_path, old_string, new_string, replace_all }) =>
    `Replace ${replace_all ? 'every' : 'the'} "${brief(old_string)}" in ${file_path} by "${brief(new_string)}"`,
  markdown: ({ path, replacements, diff, dry_run }) =>
    `${path}: ${counted(replacements, 'replacement')}${dry_run ? ', not made (dry run)' : ''}\n\n${fenced(diff, 'diff')}`,
  handler: (input, call) => editFile(call.client, input, call)
})

import { Type } from 'typebox'
import { defineOperation, MAX_BODY } from '../../../contract/operation.ts'
import { oneOf, type Requirement } from '../../../contract/requires.ts'
import { counted, fenced, inLine } from '../../../lib/format.ts'
import { editFile, type GivenEdit } from '../client/files/edit.ts'
import { truncateLine } from '../client/files/line-reader.ts'
import { MISSING, PATH_ERRORS, STORAGE } from '../errors.ts'
import { dryRun, expectedSha256, filePath, outputPath, requestedEncoding, sha256 } from '../schemas.ts'
import { filesystem } from '../tool.ts'

const DIFFERENT = 'old_string and new_string must differ.'

const stringsDiffer: Requirement = {
  text: DIFFERENT,
  check: ({ old_string, new_string, edits }) => [
    ...(typeof old_string === 'string' && old_string === new_string
      ? [{ path: '', message: 'old_string and new_string must differ' }]
      : []),
    ...(Array.isArray(edits) ? edits : []).flatMap((edit, at) =>
      edit?.old_string === edit?.new_string ? [{ path: `edits[${at}]`, message: 'has the same old_string and new_string' }] : []
    )
  ]
}

const OLD_STRING = Type.String({
  minLength: 1,
  maxLength: 1_000_000,
  description: 'Text to replace, exactly as in the file; may span lines. Not empty; at most 1,000,000 characters'
})
const NEW_STRING = Type.String({
  description: 'Replacement text; must differ from old_string. Empty: the text is deleted. The whole request may be at most 10 MB'
})
const REPLACE_ALL = Type.Boolean({
  description: 'true: replace every occurrence. Default false: old_string must occur exactly once'
})

export default defineOperation(filesystem, {
  name: 'edit_file',
  core: true,
  summary: 'Replace text in a file',
  description:
    'Replaces old_string with new_string, literally: case and whitespace matter, and neither string is a pattern. old_string must occur exactly once, unless replace_all is true; include surrounding lines to make it unique. Returns the number of replacements, the SHA-256 before and after, and a unified diff; dry_run returns the same and changes nothing. Use it to change a part of a text file that you have read, or, with edits, several parts at once. Do not include the line numbers of read_file. For a new file or a full rewrite, use write_file; for the same change in many files, bulk_replace_in_files. Line endings, byte order mark, encoding, mode and extended attributes are kept. In a file whose lines all end in CRLF, line breaks in both strings count as CRLF. Not idempotent: pass expected_sha256 from a read, so that a change based on an outdated view is refused. The file may be up to 10 MB. For a legacy encoding, set encoding.',
  permission: 'write',
  http: 'POST /edit_file',
  max_body: MAX_BODY,
  dry_run: true,
  aliases: ['grz_edit_file'],
  see_also: ['filesystem_read_file', 'filesystem_write_file', 'filesystem_bulk_replace_in_files'],
  asked_as: {
    en: [
      'change a line in a file',
      'fix a typo in a local file',
      'patch the config file',
      'swap one string for another in a script',
      'set a value in a settings file on disk',
      'replace a word in a text file',
      'comment out a line in the script',
      'flip a flag in the settings',
      'raise the timeout in the config',
      'the port in the file is wrong',
      'add a line to the script',
      'change a value in a file',
      'turn the option off in the config'
    ],
    de: ['eine Zeile in der Datei ändern'],
    es: ['cambia una línea del archivo'],
    fr: ['modifier une ligne du fichier'],
    ja: ['ファイルの一部を編集'],
    pl: ['zmień linię w pliku']
  },
  input: Type.Object({
    file_path: filePath('File to edit'),
    old_string: Type.Optional(OLD_STRING),
    new_string: Type.Optional(NEW_STRING),
    replace_all: Type.Boolean({
      default: false,
      description: 'true: replace every occurrence. Default false: each old_string must occur exactly once'
    }),
    edits: Type.Optional(
      Type.Array(Type.Object({ old_string: OLD_STRING, new_string: NEW_STRING, replace_all: Type.Optional(REPLACE_ALL) }), {
        minItems: 1,
        maxItems: 100,
        description: 'Several edits instead of one, each applied to the result of those before it. If one fails, none is applied'
      })
    ),
    ignore_whitespace: Type.Boolean({
      default: false,
      description:
        'true: if old_string does not occur exactly, match whole lines that differ only in whitespace; new_string gets their indentation. Default false'
    }),
    encoding: requestedEncoding,
    expected_sha256: expectedSha256
  }),
  requires: [oneOf(['old_string', 'new_string'], 'edits'), stringsDiffer],
  output: Type.Object({
    path: outputPath('Path of the file'),
    replacements: Type.Integer({ minimum: 1, description: 'Number of replaced occurrences' }),
    bytes: Type.Integer({ minimum: 0, description: 'Size of the new file in bytes' }),
    before_sha256: sha256('SHA-256 of the old content'),
    sha256: sha256('SHA-256 of the new content; pass it as expected_sha256 of the next change'),
    diff: Type.String({ description: 'Unified diff with three lines of context; the first 64 KB of a longer one' }),
    dry_run: dryRun
  }),
  errors: {
    ...PATH_ERRORS,
    ...MISSING,
    ...STORAGE,
    not_a_file: 'The path is a directory, a FIFO, a socket or a device',
    not_text: 'The file is not text in the encoding, and editing would corrupt it',
    file_too_large: 'The file is over 10 MB, or would be after the edit; details.size is its size',
    text_not_found: 'old_string is not in the file',
    text_not_unique: 'old_string occurs more than once and replace_all is false; details.occurrences is the count',
    file_changed: 'The file does not match expected_sha256, or was changed during the call'
  },
  examples: [
    {
      name: 'preview',
      summary: 'Preview a change of both occurrences',
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
      name: 'several',
      summary: 'Two edits at once; the second one ignores indentation',
      input: {
        file_path: 'workbench/greeting.txt',
        edits: [
          { old_string: 'Hello', new_string: 'Good morning' },
          { old_string: '  How are  you, world?', new_string: '  And how are you?' }
        ],
        ignore_whitespace: true,
        dry_run: true
      },
      output: {
        path: 'workbench/greeting.txt',
        replacements: 2,
        bytes: 38,
        before_sha256: 'c15f94538f85e9d262f556106ef7a3c8567641252091fb968673f47e8948ab82',
        sha256: 'aa9e8407b4377e2fe6cf7d46fb563d4ed36c0c8bd3dc250758b13b94d6975650',
        diff: '--- a/workbench/greeting.txt\n+++ b/workbench/greeting.txt\n@@ -1,2 +1,2 @@\n-Hello, world.\n-How are you, world?\n+Good morning, world.\n+And how are you?\n',
        dry_run: true
      }
    },
    {
      name: 'not_unique',
      summary: 'Two occurrences, without replace_all',
      input: { file_path: 'workbench/greeting.txt', old_string: 'world', new_string: 'reader' },
      error: {
        reason: 'text_not_unique',
        message:
          'old_string appears 2 times in file. Use replace_all=true to replace all occurrences, or provide more context to make old_string unique.'
      }
    },
    {
      name: 'not_found',
      summary: 'The text does not occur',
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
  message: ({ file_path, old_string = '', new_string = '', replace_all, edits = [{ old_string, new_string, replace_all }] }) =>
    `In ${file_path}: ${edits.map(described).join('; ')}`,
  markdown: ({ path, replacements, diff, dry_run }) =>
    `${inLine(path)}: ${counted(replacements, 'replacement')}${dry_run ? ' (dry run, not written)' : ''}\n\n${fenced(diff, 'diff')}`,
  handler: (input, call) => editFile(call.client, input, call)
})

function described({ old_string, new_string, replace_all }: GivenEdit): string {
  return `replace ${replace_all ? 'every' : 'the'} "${truncateLine(old_string, 60)}" with "${truncateLine(new_string, 60)}"`
}

import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { atMostOne } from '../../../contract/requires.ts'
import { listOf, nullable, stringEnum } from '../../../contract/schema.ts'
import { byteSize, inLine } from '../../../lib/format.ts'
import { type SearchItem, searchFiles } from '../client/directories/search.ts'
import { MISSING, PATH_ERRORS } from '../errors.ts'
import { directoryPath, exclude, glob, includeHidden, kind, modified, outputPath, size } from '../schemas.ts'
import { filesystem } from '../tool.ts'

export default defineOperation(filesystem, {
  name: 'search_files',
  core: true,
  summary: 'Search files by name pattern, by text or regular expression, or by both',
  description:
    'Searches the files below a directory. Returns those whose path matches glob and, if text or regex is set, whose content matches it, with the matching lines. Use it to find something before you read or edit it. text is literal; regex is a regular expression. For the entries of one directory, use list_directory; for an overview, directory_tree; to replace text in all matching files, bulk_replace_in_files. Searches files of any size in UTF-8, even with invalid bytes, and UTF-16 with a byte order mark; skips binary files. Symbolic links are not followed. Results are in directory order, page by page; in a large tree, narrow path and glob, or set on_timeout to partial and continue with next_cursor.',
  permission: 'read',
  http: 'POST /search_files',
  list: true,
  see_also: ['filesystem_read_file', 'filesystem_bulk_replace_in_files', 'filesystem_directory_tree'],
  asked_as: {
    en: [
      'find a file by name',
      'grep',
      'where is a function used in the local folder',
      'which files contain this text',
      'look for all PDFs on disk',
      'is there a file called notes on this machine',
      'which local files mention a word',
      'find every occurrence in the folder',
      'locate all images on disk',
      'search the code with a regular expression',
      'grep with context lines',
      'where in the code do we mention it',
      'which of my documents contain the word',
      'in which file is the setting',
      'find everything that ends with .log'
    ],
    de: ['eine Datei suchen', 'in Dateien nach Text suchen'],
    es: ['busca un archivo', 'busca texto en los ficheros'],
    fr: ['chercher un fichier', 'chercher du texte dans les fichiers'],
    ja: ['ファイルを検索', 'ファイルの中を探して'],
    pl: ['znajdź plik', 'szukaj tekstu w plikach']
  },
  input: Type.Object({
    path: directoryPath('Directory to search'),
    glob: glob(
      'Glob that the path from the directory must match: * within a name, ** for any number of directories, ?, [abc], {a,b}. "*.md" matches in the directory itself only; add ** and a slash in front of it to match at any depth. Default **: every file',
      { default: '**', 'x-aliases': ['pattern'] }
    ),
    text: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 10_000,
        description: 'Literal text that the file must contain; may span lines. Default: search by name only'
      })
    ),
    regex: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description:
          'Regular expression that a line must match, in the syntax of RE2: ^ and $ are the start and end of a line; no lookaround and no backreferences. Cannot be combined with text'
      })
    ),
    case_sensitive: Type.Boolean({ default: true, description: 'false: ignore case in text or regex. Default true' }),
    exclude,
    include_hidden: includeHidden,
    max_matches: Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 10,
      description: 'Maximum number of matching lines per file, 1 to 100. Default 10'
    }),
    context_lines: Type.Integer({
      minimum: 0,
      maximum: 10,
      default: 0,
      description: 'Lines to return before and after each matching line, 0 to 10. Default 0'
    })
  }),
  requires: [atMostOne('text', 'regex')],
  output: listOf(
    Type.Object({
      path: outputPath('Path of the file'),
      type: kind('file, or symlink if neither text nor regex is set'),
      size,
      modified,
      match_count: nullable(Type.Integer({ minimum: 1 }), {
        description: 'Number of occurrences of the text, or of lines that match regex; null if neither is set'
      }),
      matches: Type.Array(
        Type.Object({
          line: Type.Integer({ minimum: 1, description: 'Line number; to start read_file at this line, pass line - 1 as offset' }),
          text: Type.String({ description: 'The line, truncated after 300 characters' }),
          before: Type.Optional(
            Type.Array(Type.String(), {
              description: 'Lines directly before it that are not part of another match; absent without context_lines'
            })
          ),
          after: Type.Optional(
            Type.Array(Type.String(), { description: 'Lines directly after it, up to the next match; absent without context_lines' })
          )
        }),
        { description: 'First matching lines; empty if neither text nor regex is set' }
      ),
      encoding: Type.Optional(
        stringEnum(['utf-16le', 'utf-16be', 'unknown'], {
          description: 'Encoding if it is not UTF-8; unknown: some bytes are not UTF-8 and are shown as U+FFFD. Absent for UTF-8'
        })
      )
    }),
    {}
  ),
  errors: { ...PATH_ERRORS, ...MISSING },
  examples: [
    {
      name: 'by_text',
      summary: 'Search for a word in files of one type',
      input: { path: 'workbench', glob: '*.txt', text: 'world' },
      output: {
        items: [
          {
            path: 'workbench/greeting.txt',
            type: 'file',
            size: 34,
            modified: '2026-01-01T00:00:00.000Z',
            match_count: 2,
            matches: [
              { line: 1, text: 'Hello, world.' },
              { line: 2, text: 'How are you, world?' }
            ]
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' }
      }
    },
    {
      name: 'by_name',
      summary: 'Search files by name only',
      input: { glob: 'assets/*.{png,pdf}' },
      output: {
        items: [
          { path: 'assets/logo.png', type: 'file', size: 70, modified: '2026-01-01T00:00:00.000Z', match_count: null, matches: [] },
          { path: 'assets/manual.pdf', type: 'file', size: 591, modified: '2026-01-01T00:00:00.000Z', match_count: null, matches: [] }
        ],
        next_cursor: null,
        total: { value: 2, relation: 'eq' }
      }
    },
    {
      name: 'by_regex',
      summary: 'Search with a regular expression, with one line of context',
      input: { path: 'workbench', glob: '*.txt', regex: '^how .*world', case_sensitive: false, context_lines: 1 },
      output: {
        items: [
          {
            path: 'workbench/greeting.txt',
            type: 'file',
            size: 34,
            modified: '2026-01-01T00:00:00.000Z',
            match_count: 1,
            matches: [{ line: 2, text: 'How are you, world?', before: ['Hello, world.'], after: [] }]
          }
        ],
        next_cursor: null,
        total: { value: 1, relation: 'eq' }
      }
    },
    {
      name: 'lookahead',
      summary: 'A lookahead is refused: the error names what is not supported',
      input: { regex: 'world(?!\\.)' },
      error: { reason: 'invalid_field_value' }
    },
    {
      name: 'escaping_glob',
      summary: 'A glob cannot leave its directory',
      input: { glob: '../**' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  markdown: ({ items, next_cursor }) =>
    [
      items.length === 0 ? 'Nothing found.' : items.map(found).join('\n'),
      ...(next_cursor === null ? [] : [`More: cursor \`${next_cursor}\``])
    ].join('\n\n'),
  handler: (input, call) => searchFiles(call.client, input, call)
})

function found({ path, size, match_count, matches }: SearchItem): string {
  if (match_count === null) return `- ${inLine(path)} (${byteSize(size)})`
  return [`- ${inLine(path)} (${match_count})`, ...matches.flatMap(withContext)].join('\n')
}

/** Numbers context lines as grep does: a colon after the number of a match, a dash after the others. */
function withContext({ line, text, before = [], after = [] }: SearchItem['matches'][number]): string[] {
  const shown = (number: number, mark: string, content: string): string => `  - ${number}${mark} \`${inLine(content.trim())}\``
  return [
    ...before.map((content, at) => shown(line - before.length + at, '-', content)),
    shown(line, ':', text),
    ...after.map((content, at) => shown(line + 1 + at, '-', content))
  ]
}

import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { listOf, nullable } from '../../../contract/schema.ts'
import { byteSize } from '../../../lib/format.ts'
import { type SearchItem, searchFiles } from '../client/search.ts'
import { MISSING, PATH_ERRORS } from '../failures.ts'
import { directoryPath, exclude, glob, includeHidden, kind, modified, shownPath, size } from '../schemas.ts'
import { filesystem } from '../tool.ts'

export default defineOperation(filesystem, {
  name: 'search_files',
  core: true,
  summary: 'Find files by name pattern, by text, or by both',
  description:
    'Answers the files below a directory whose path fits a glob and, where text is given, that contain it, with the lines it is in. Use it to find out where something is before you read or edit it. The text is read literally, not as a pattern. For the entries of one directory use list_directory, for an overview directory_tree; to replace a text in all files found use bulk_replace_in_files. Binary files, files that are not UTF-8, and files over 10 MB are passed over when a text is looked for. Symbolic links are not followed. Results come in the order of a walk, page by page; over a large tree narrow path and glob, or send on_timeout partial and go on with next_cursor.',
  permission: 'read',
  http: 'POST /search_files',
  list: true,
  see_also: ['filesystem_read_file', 'filesystem_bulk_replace_in_files', 'filesystem_directory_tree'],
  input: Type.Object({
    path: directoryPath('Directory to search'),
    glob: glob(
      'Glob that the path from the directory must fit: * within a name, ** over directories, ?, [abc], {a,b}. "*.md" fits in the directory itself only, "**/*.md" at any depth. Default **/*',
      { default: '**/*', 'x-aliases': ['pattern'] }
    ),
    text: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 10_000,
        description: 'Text that the file must contain, read literally; may span lines. Absent: search by name only'
      })
    ),
    case_sensitive: Type.Boolean({ default: true, description: 'false: upper and lower case of text are the same. Default true' }),
    exclude,
    include_hidden: includeHidden,
    max_matches: Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 10,
      description: 'Most matching lines to answer for each file, 1 to 100. Default 10'
    })
  }),
  output: listOf(
    Type.Object({
      path: shownPath('The file'),
      type: kind('What it is: a file, or, without text, also a symlink'),
      size,
      modified,
      match_count: nullable(Type.Integer({ minimum: 1 }), { description: 'How often the text occurs; null where no text was looked for' }),
      matches: Type.Array(
        Type.Object({
          line: Type.Integer({ minimum: 1, description: 'Number of the line; offset line - 1 makes read_file begin there' }),
          text: Type.String({ description: 'The line, cut after 300 characters' })
        }),
        { description: 'The first lines that the text begins in' }
      )
    }),
    {}
  ),
  errors: { ...PATH_ERRORS, ...MISSING },
  examples: [
    {
      name: 'by_text',
      summary: 'Where a word stands, among the files of one kind',
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
      summary: 'Files by their names alone',
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
      name: 'escaping_glob',
      summary: 'A glob cannot climb out of its directory',
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
  if (match_count === null) return `- ${path} (${byteSize(size)})`
  return [`- ${path} (${match_count})`, ...matches.map(({ line, text }) => `  - ${line}: \`${text.trim()}\``)].join('\n')
}

import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { nullable } from '../../../contract/schema.ts'
import { byteSize, fenced } from '../../../lib/format.ts'
import { directoryTree, type TreeEntry } from '../client/tree.ts'
import { MISSING, PATH_ERRORS } from '../failures.ts'
import { directoryPath, exclude, includeHidden, kind, shownPath } from '../schemas.ts'
import { filesystem } from '../tool.ts'

export default defineOperation(filesystem, {
  name: 'directory_tree',
  core: true,
  summary: 'Show a directory and what is below it',
  description:
    'Answers the entries below a directory in the order of a printed tree, each with its depth. Use it to get an overview of a project or a folder; exclude what is large and dull, such as node_modules. For the entries of one directory with sizes and times use list_directory, to find files by name or text use search_files. It goes level by level, so where max_entries cuts it off, metadata.truncated says so and the upper levels are complete first. A directory that was not looked into has children null. Symbolic links are named and not followed.',
  permission: 'read',
  http: 'POST /directory_tree',
  partial: true,
  see_also: ['filesystem_list_directory', 'filesystem_search_files'],
  input: Type.Object({
    path: directoryPath('Directory to begin at'),
    depth: Type.Integer({
      minimum: 1,
      maximum: 50,
      default: 3,
      description: 'Levels to go down: 1 shows the entries of the directory itself. Default 3'
    }),
    max_entries: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      default: 1000,
      description: 'Most entries to answer, 1 to 10,000. Default 1000'
    }),
    exclude,
    include_hidden: includeHidden
  }),
  output: Type.Object({
    path: shownPath('The directory'),
    entries: Type.Array(
      Type.Object({
        path: Type.String({ description: 'Path from the directory, with slashes' }),
        name: Type.String({ description: 'Name of the entry' }),
        type: kind('What it is; other: a FIFO, a socket or a device'),
        depth: Type.Integer({ minimum: 1, description: 'Level below the directory; its own entries are at 1' }),
        size: nullable(Type.Integer({ minimum: 0 }), { description: 'Size of a file in bytes; null for all else' }),
        children: nullable(Type.Integer({ minimum: 0 }), {
          description: 'How many entries a directory holds, of those not left out; null where it was not looked into, and for all else'
        })
      }),
      { description: 'Each directory followed by what it holds, names in order' }
    )
  }),
  errors: { ...PATH_ERRORS, ...MISSING },
  examples: [
    {
      name: 'overview',
      summary: 'A folder with one level',
      input: { path: 'samples', depth: 1 },
      output: {
        path: 'samples',
        entries: [
          { path: 'crlf.txt', name: 'crlf.txt', type: 'file', depth: 1, size: 37, children: null },
          { path: 'empty.txt', name: 'empty.txt', type: 'file', depth: 1, size: 0, children: null },
          { path: 'unicode.txt', name: 'unicode.txt', type: 'file', depth: 1, size: 91, children: null }
        ]
      }
    },
    {
      name: 'not_there',
      summary: 'No such directory, but one with a similar name',
      input: { path: 'sample' },
      error: { reason: 'file_not_found', message: 'sample does not exist.' }
    }
  ],
  markdown: ({ path, entries }) => fenced([`${path}/`, ...entries.map(line)].join('\n')),
  handler: (input, call) => directoryTree(call.client, input, call)
})

function line({ name, type, depth, size, children }: TreeEntry): string {
  const indent = '  '.repeat(depth)
  if (type === 'directory') return `${indent}${name}/${children === null ? ' …' : ''}`
  return `${indent}${name}${type === 'symlink' ? ' (link)' : ''}${size === null ? '' : ` (${byteSize(size)})`}`
}

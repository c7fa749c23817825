import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { nullable } from '../../../contract/schema.ts'
import { byteSize, fenced, inLine } from '../../../lib/format.ts'
import { directoryTree, type TreeEntry } from '../client/directories/tree.ts'
import { MISSING, PATH_ERRORS } from '../errors.ts'
import { directoryPath, exclude, kind, outputPath } from '../schemas.ts'
import { filesystem } from '../tool.ts'

export default defineOperation(filesystem, {
  name: 'directory_tree',
  core: true,
  summary: 'Get the tree of a directory',
  description:
    'Returns the entries below a directory in the order of a printed tree, each with its depth. Use it for an overview of a project or a folder; exclude large, uninteresting directories such as node_modules. For the entries of one directory with sizes and times, use list_directory; to find files by name or text, search_files. The tree is read level by level: if max_entries truncates it, the upper levels are complete, and next_entries_cursor continues after the last entry. A directory that was not read has children null. Symbolic links are listed, not followed.',
  permission: 'read',
  http: 'POST /directory_tree',
  partial: true,
  see_also: ['filesystem_list_directory', 'filesystem_search_files'],
  asked_as: {
    en: [
      'show the folder structure',
      'how is this directory laid out',
      'everything below a folder, nested',
      'recursive overview of files on the host',
      'overview of the project folder with subfolders',
      'everything inside this directory, recursively',
      'layout of the project with all subfolders',
      'draw the folders as a tree',
      'everything in the directory, all levels deep',
      'all subfolders of the project',
      'how are the folders nested',
      'the complete structure of the directory'
    ],
    de: ['die Ordnerstruktur anzeigen'],
    es: ['estructura de carpetas'],
    fr: ['arborescence du dossier'],
    ja: ['フォルダ構造を見せて'],
    pl: ['struktura folderów']
  },
  input: Type.Object({
    path: directoryPath('Start directory'),
    depth: Type.Integer({
      minimum: 1,
      maximum: 50,
      default: 3,
      description: 'Number of levels: 1 returns only the entries of the directory itself. Default 3'
    }),
    max_entries: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      default: 1000,
      description: 'Maximum number of entries, 1 to 10,000. Default 1000'
    }),
    entries_cursor: Type.Optional(
      Type.String({
        maxLength: 20_000,
        description:
          'next_entries_cursor of the previous part, with the same input: continues after its entries. Default: from the beginning'
      })
    ),
    exclude,
    include_hidden: Type.Boolean({ default: false, description: 'true: include names that begin with a dot. Default false: omit them' })
  }),
  output: Type.Object({
    path: outputPath('Path of the directory'),
    entries: Type.Array(
      Type.Object({
        path: Type.String({ description: 'Path relative to the start directory, with slashes' }),
        name: Type.String({ description: 'Name of the entry' }),
        type: kind('Type; other: a FIFO, a socket or a device'),
        depth: Type.Integer({ minimum: 1, description: 'Level below the start directory, whose own entries are at level 1' }),
        size: nullable(Type.Integer({ minimum: 0 }), { description: 'Size of a file in bytes; null for other types' }),
        children: nullable(Type.Integer({ minimum: 0 }), {
          description: 'Number of entries in a directory, without excluded ones; null if the directory was not read, and for other types'
        })
      }),
      { description: 'Each directory, followed by its entries sorted by name' }
    ),
    next_entries_cursor: Type.Optional(
      Type.String({ 'x-volatile': true, description: 'Only if entries are missing: pass it as entries_cursor to continue' })
    )
  }),
  errors: { ...PATH_ERRORS, ...MISSING },
  examples: [
    {
      name: 'overview',
      summary: 'One level of a directory',
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
      summary: 'A directory that does not exist: the error suggests a similar name',
      input: { path: 'sample' },
      error: { reason: 'file_not_found', message: 'sample does not exist.' }
    }
  ],
  markdown: ({ path, entries }) => fenced([`${inLine(path)}/`, ...entries.map(line)].join('\n')),
  handler: (input, call) => directoryTree(call.client, input, call)
})

function line({ name, type, depth, size, children }: TreeEntry): string {
  const indent = '  '.repeat(depth)
  if (type === 'directory') return `${indent}${inLine(name)}/${children === null ? ' …' : ''}`
  return `${indent}${inLine(name)}${type === 'symlink' ? ' (link)' : ''}${size === null ? '' : ` (${byteSize(size)})`}`
}

import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import type { Requirement } from '../../../contract/requires.ts'
import { nullable, words } from '../../../contract/schema.ts'
import { byteSize, fenced } from '../../../lib/format.ts'
import { type FileContent, readFile } from '../client/read.ts'
import { MISSING, PATH_ERRORS } from '../failures.ts'
import { encoding, filePath, lineEnding, modified, sha256, shownPath, size } from '../schemas.ts'
import { filesystem } from '../tool.ts'

const LIMIT = 'limit is at least 1, or -1 for the whole file.'

const limitIsSensible: Requirement = {
  text: LIMIT,
  check: ({ limit }) => (limit === 0 ? { path: 'limit', message: 'must be positive or -1', expected: '1 or more, or -1' } : undefined)
}

export default defineOperation(filesystem, {
  name: 'read_file',
  core: true,
  summary: 'Read lines of a text file, or a whole image or PDF',
  description:
    'Answers numbered lines ("1\\tfirst line") and metadata: how many lines there are, whether more follow, the next offset, and the sha256 that write_file and edit_file take as expected_sha256. Use it to see a file before you edit it. The first 1,000 lines come by default, so a file of any size is safe to open; go on with offset, or ask for limit 1 to learn only how many lines there are. PNG, JPEG, GIF, WebP and PDF (by content, up to 25 MB) come whole as base64 in source. Lines over 2,000 characters are cut and end in "..."; line breaks are shown as LF whatever the file has. Do not use it to find a text in many files (search_files), for facts about a file (get_file_info) or for a directory (list_directory). Other binary files, and text that is not UTF-8, are refused.',
  permission: 'read',
  http: 'POST /read_file',
  partial: true,
  aliases: ['grz_read_file'],
  see_also: ['filesystem_search_files', 'filesystem_get_file_info', 'filesystem_edit_file'],
  input: Type.Object({
    file_path: filePath('File to read'),
    limit: Type.Integer({
      minimum: -1,
      maximum: 1_000_000_000,
      default: 1000,
      description:
        'Most lines to answer: 1 or more, or -1 for the whole file (up to 10 MB of text; metadata.next_offset says where to go on). Default 1000'
    }),
    offset: Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000_000,
      default: 0,
      description: 'Lines to skip from the start of the file: 1000 begins with line 1001. Default 0'
    })
  }),
  requires: [limitIsSensible],
  output: Type.Object({
    type: words(['text', 'image', 'document'], { description: 'text: see content; image, document (a PDF): see source' }),
    content: Type.String({ description: 'Lines, each as its number, a tab and its text; of an image or a PDF a line that names it' }),
    source: Type.Optional(
      Type.Object(
        {
          type: words(['base64'], { description: 'How data is written' }),
          media_type: words(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf'], { description: 'Kind of the file' }),
          data: Type.String({ description: 'The whole file' })
        },
        { description: 'The bytes of an image or a PDF; absent for text' }
      )
    ),
    metadata: Type.Object(
      {
        path: shownPath('The file'),
        size,
        total_lines: nullable(Type.Integer({ minimum: 0 }), {
          description: 'Lines in the whole file, a trailing line break not being one more; null beyond 256 MB, and for what is not text'
        }),
        read_lines: Type.Integer({ minimum: 0, description: 'Lines in this answer' }),
        offset: Type.Integer({ minimum: 0, description: 'Lines skipped' }),
        has_more: Type.Boolean({ description: 'Whether lines follow after these' }),
        next_offset: nullable(Type.Integer(), { description: 'The offset to go on with; null where nothing follows' }),
        encoding,
        line_ending: lineEnding,
        sha256: nullable(sha256('Of the whole file'), {
          description: 'SHA-256 of the whole file; null beyond 10 MB, where no edit is possible'
        }),
        modified
      },
      { description: 'Facts about the file and this part of it' }
    )
  }),
  errors: {
    ...PATH_ERRORS,
    ...MISSING,
    not_a_file: 'The path is a directory, a FIFO, a socket or a device',
    not_text: 'The file is neither UTF-8 text nor an image or a PDF; details.detected says what it seems to be',
    file_too_large: 'An image or a PDF of more than 25 MB'
  },
  examples: [
    {
      name: 'first_lines',
      summary: 'Two lines of a long log, and how many there are',
      input: { file_path: 'logs/app.log', limit: 2 },
      output: {
        type: 'text',
        content: '1\t2026-01-01T00:00:00.000Z INFO request 1 took 0 ms\n2\t2026-01-01T00:00:07.000Z INFO request 2 took 13 ms',
        metadata: {
          path: 'logs/app.log',
          size: 273941,
          total_lines: 5000,
          read_lines: 2,
          offset: 0,
          has_more: true,
          next_offset: 2,
          encoding: 'utf-8',
          line_ending: 'lf',
          sha256: '30e38eac2dced9561a126c51dfd62fb36eaee335cec2ca39c7e5acd9da161529',
          modified: '2026-01-01T00:00:00.000Z'
        }
      }
    },
    {
      name: 'next_page',
      summary: 'The last lines, by skipping those before',
      input: { file_path: 'logs/app.log', limit: 100, offset: 4998 },
      output: {
        type: 'text',
        content:
          '4999\t2026-01-01T09:43:06.000Z INFO request 4999 took 174 ms\n5000\t2026-01-01T09:43:13.000Z INFO request 5000 took 187 ms',
        metadata: {
          path: 'logs/app.log',
          size: 273941,
          total_lines: 5000,
          read_lines: 2,
          offset: 4998,
          has_more: false,
          next_offset: null,
          encoding: 'utf-8',
          line_ending: 'lf',
          sha256: '30e38eac2dced9561a126c51dfd62fb36eaee335cec2ca39c7e5acd9da161529',
          modified: '2026-01-01T00:00:00.000Z'
        }
      }
    },
    {
      name: 'image',
      summary: 'An image comes whole, with its media type',
      input: { file_path: 'assets/logo.png' },
      output: {
        type: 'image',
        content: '[image image/png, 70 bytes]',
        source: {
          type: 'base64',
          media_type: 'image/png',
          data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
        },
        metadata: {
          path: 'assets/logo.png',
          size: 70,
          total_lines: null,
          read_lines: 0,
          offset: 0,
          has_more: false,
          next_offset: null,
          encoding: 'binary',
          line_ending: null,
          sha256: 'c414cd0e204de974f73753c7e28d7638e7b3691bb8b1a2bab6b25bb7fed7ce77',
          modified: '2026-01-01T00:00:00.000Z'
        }
      }
    },
    {
      name: 'not_there',
      summary: 'A misspelt name is answered with those near it',
      input: { file_path: 'logs/ap.log' },
      error: { reason: 'file_not_found', message: 'logs/ap.log does not exist.' }
    },
    {
      name: 'zero_lines',
      summary: 'A limit of 0 is refused, not taken as absent',
      input: { file_path: 'logs/app.log', limit: 0 },
      error: { reason: 'invalid_field_value' }
    },
    {
      name: 'outside',
      summary: 'Nothing outside the roots can be read',
      input: { file_path: '../../etc/passwd' },
      error: { reason: 'outside_roots', message: '../../etc/passwd leads outside the roots.' }
    }
  ],
  markdown: asText,
  handler: (input, call) => readFile(call.client, input, call)
})

function asText({ type, content, metadata }: FileContent): string {
  if (type !== 'text') return `${metadata.path}: ${content}`
  if (metadata.size === 0) return `${metadata.path}: [Empty file]`
  const { offset, read_lines, total_lines, has_more } = metadata
  const total = total_lines === null ? `, ${byteSize(metadata.size)} in all` : ` of ${total_lines} total`
  const more = has_more ? ` (more lines available: offset ${metadata.next_offset})` : ''
  const range = read_lines === 0 ? 'no lines' : `lines ${offset + 1}-${offset + read_lines}`
  return `${metadata.path}\n\n${fenced(content)}\n\n[Read ${range}${total}]${more}`
}

import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import type { Requirement } from '../../../contract/requires.ts'
import { nullable, stringEnum } from '../../../contract/schema.ts'
import { byteSize, fenced, inLine } from '../../../lib/format.ts'
import { type FileContent, readFile } from '../client/files/read.ts'
import { MISSING, PATH_ERRORS } from '../errors.ts'
import { filePath, lineEnding, modified, outputPath, requestedEncoding, sha256, size, textEncoding } from '../schemas.ts'
import { filesystem } from '../tool.ts'

const LIMIT = 'limit is at least 1, or -1 for the whole file.'

const limitIsSensible: Requirement = {
  text: LIMIT,
  check: ({ limit }) => (limit === 0 ? { path: 'limit', message: 'must be positive or -1', expected: '1 or more, or -1' } : undefined)
}

const tailStandsAlone: Requirement = {
  text: 'tail cannot be combined with offset or line_offset; limit is ignored with tail.',
  check: ({ tail, offset, line_offset }) =>
    tail !== undefined && (offset !== 0 || line_offset !== 0)
      ? { path: 'tail', message: 'cannot be combined with offset or line_offset', expected: 'tail alone' }
      : undefined
}

export default defineOperation(filesystem, {
  name: 'read_file',
  core: true,
  summary: 'Read lines of a text file, or a whole image or PDF',
  description:
    'Returns numbered lines ("1\\tfirst line") and metadata: the number of lines, whether more follow, the next offset, and the SHA-256 that write_file and edit_file accept as expected_sha256. Use it to see a file before you edit it. By default it returns the first 1,000 lines, so a file of any size is safe to open; continue with offset, set tail to get the last lines, or set limit to 1 if you need only the number of lines. PNG, JPEG, GIF, WebP and PDF (detected by content, up to 25 MB) are returned whole as base64 in source. Lines over 2,000 characters are truncated and end in "...": metadata.long_lines lists where each of them continues. Line breaks are returned as LF. Do not use it to find text in many files (search_files), for details of a file (get_file_info) or for a directory (list_directory). Text must be UTF-8, UTF-16 with a byte order mark, or in the encoding that you set. For the bytes of any other file, use download_file.',
  permission: 'read',
  http: 'POST /read_file',
  partial: true,
  aliases: ['grz_read_file'],
  see_also: ['filesystem_search_files', 'filesystem_get_file_info', 'filesystem_edit_file'],
  asked_as: {
    en: [
      'open a file on disk',
      'show me the contents of a local file',
      'cat',
      "what's in the config file",
      'view the first lines of a text file',
      'look at an image on the host',
      'what does the readme on disk say',
      'show the last lines of the log file',
      'load a text file',
      'let me see the settings file',
      'what does the README say',
      'print the log',
      'the first lines of the csv',
      "what's in there, show me the file",
      'let me look at the config'
    ],
    de: ['die Datei lesen', 'den Inhalt der Datei anzeigen'],
    es: ['lee el archivo', 'muestra el contenido del fichero'],
    fr: ['lire le fichier', 'afficher le contenu du fichier'],
    ja: ['ファイルを読んで', 'ファイルの内容を見せて'],
    pl: ['przeczytaj plik', 'pokaż zawartość pliku']
  },
  input: Type.Object({
    file_path: filePath('File to read'),
    limit: Type.Integer({
      minimum: -1,
      maximum: 1_000_000_000,
      default: 1000,
      description:
        'Maximum number of lines: 1 or more, or -1 for the whole file (up to 10 MB of text; metadata.next_offset is where to continue). Default 1000'
    }),
    offset: Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000_000,
      default: 0,
      description: 'Lines to skip from the start of the file: 1000 starts at line 1001. Default 0'
    }),
    line_offset: Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000_000,
      default: 0,
      description: 'Bytes to skip at the start of the first line: next_line_offset of a truncated line. Default 0'
    }),
    tail: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'Number of lines to return from the end of the file, as tail -n does. limit is then ignored'
      })
    ),
    encoding: requestedEncoding,
    max_line_length: Type.Integer({
      minimum: 100,
      maximum: 1_000_000,
      default: 2000,
      description: 'Maximum number of characters of a line. A longer line is truncated and ends in "...". Default 2000'
    })
  }),
  requires: [limitIsSensible, tailStandsAlone],
  output: Type.Object({
    type: stringEnum(['text', 'image', 'document'], { description: 'text: see content; image, document (a PDF): see source' }),
    content: Type.String({
      description:
        'Lines, each as its number, a tab and its text; for an image or a PDF, a line that describes it. With tail, lines of a file over 256 MB are numbered from the end: -1 is the last'
    }),
    source: Type.Optional(
      Type.Object(
        {
          type: stringEnum(['base64'], { description: 'Encoding of data' }),
          media_type: stringEnum(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf'], {
            description: 'Media type of the file'
          }),
          data: Type.String({ description: 'Content of the whole file' })
        },
        { description: 'Content of an image or a PDF; absent for text' }
      )
    ),
    metadata: Type.Object(
      {
        path: outputPath('Path of the file'),
        size,
        total_lines: nullable(Type.Integer({ minimum: 0 }), {
          description:
            'Number of lines in the file, not counting an empty line after the last line break; null if the file is over 256 MB or is not text'
        }),
        read_lines: Type.Integer({ minimum: 0, description: 'Number of lines returned' }),
        offset: Type.Integer({
          description: 'Number of lines before the first returned one; negative if counted from the end of a file over 256 MB'
        }),
        has_more: Type.Boolean({ description: 'Whether more lines follow' }),
        next_offset: nullable(Type.Integer(), { description: 'Offset to continue at; null if nothing follows' }),
        long_lines: Type.Optional(
          Type.Array(
            Type.Object({
              offset: Type.Integer({ minimum: 0, description: 'Offset of the line: the number of lines before it' }),
              next_line_offset: Type.Integer({
                minimum: 0,
                description: 'Byte of the line to continue at: pass it as line_offset, with this offset and limit 1'
              })
            }),
            { description: 'Lines that are truncated. Absent if all are complete' }
          )
        ),
        encoding: textEncoding,
        line_ending: lineEnding,
        sha256: nullable(sha256('SHA-256 of the whole file'), {
          description: 'SHA-256 of the whole file; null if the file is over 10 MB and cannot be edited'
        }),
        modified
      },
      { description: 'Details of the file and of this part of it' }
    )
  }),
  errors: {
    ...PATH_ERRORS,
    ...MISSING,
    not_a_file: 'The path is a directory, a FIFO, a socket or a device',
    not_text: 'The file is neither text in the requested encoding nor an image or a PDF; details.detected is the detected type',
    file_too_large: 'The image or PDF is over 25 MB, or tail is set and the file is over 256 MB and not UTF-8'
  },
  examples: [
    {
      name: 'first_lines',
      summary: 'Two lines of a long log, and its number of lines',
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
      summary: 'The last lines, with offset',
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
      name: 'last_line',
      summary: 'The last line of a log',
      input: { file_path: 'logs/app.log', tail: 1 },
      output: {
        type: 'text',
        content: '5000\t2026-01-01T09:43:13.000Z INFO request 5000 took 187 ms',
        metadata: {
          path: 'logs/app.log',
          size: 273941,
          total_lines: 5000,
          read_lines: 1,
          offset: 4999,
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
      name: 'legacy_encoding',
      summary: 'A text file from an old Windows program',
      input: { file_path: 'assets/prices.txt', encoding: 'windows-1252' },
      output: {
        type: 'text',
        content: '1\tCafé 3.20 €\n2\tTüte 0.10 €',
        metadata: {
          path: 'assets/prices.txt',
          size: 24,
          total_lines: 2,
          read_lines: 2,
          offset: 0,
          has_more: false,
          next_offset: null,
          encoding: 'windows-1252',
          line_ending: 'lf',
          sha256: '9b82fe46f058fa50da53cf28b1291a12d58fb4357f0493e46c30dae34207e4d0',
          modified: '2026-01-01T00:00:00.000Z'
        }
      }
    },
    {
      name: 'image',
      summary: 'An image is returned whole, with its media type',
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
      summary: 'A misspelled name: the error suggests similar names',
      input: { file_path: 'logs/ap.log' },
      error: { reason: 'file_not_found', message: 'logs/ap.log does not exist.' }
    },
    {
      name: 'zero_lines',
      summary: 'A limit of 0 is refused',
      input: { file_path: 'logs/app.log', limit: 0 },
      error: { reason: 'invalid_field_value' }
    },
    {
      name: 'outside',
      summary: 'Files outside the roots cannot be read',
      input: { file_path: '../../etc/passwd' },
      error: { reason: 'outside_roots', message: '../../etc/passwd is outside the roots.' }
    }
  ],
  markdown: asText,
  handler: (input, call) => readFile(call.client, input, call)
})

function asText({ type, content, metadata }: FileContent): string {
  const path = inLine(metadata.path)
  if (type !== 'text') return `${path}: ${content}`
  if (metadata.size === 0) return `${path}: [Empty file]`
  const { offset, read_lines, total_lines, has_more } = metadata
  const total = total_lines === null ? `, ${byteSize(metadata.size)} in total` : ` of ${total_lines} total`
  const more = has_more ? ` (more lines available: offset ${metadata.next_offset})` : ''
  const range = read_lines === 0 ? 'no lines' : offset < 0 ? `the last ${read_lines} lines` : `lines ${offset + 1}-${offset + read_lines}`
  return `${path}\n\n${fenced(content)}\n\n[Read ${range}${total}]${more}`
}

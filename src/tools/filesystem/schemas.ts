import { Type } from 'typebox'
import { nullable, stringEnum } from '../../contract/schema.ts'
import { LEGACY_ENCODINGS, NAMED_ENCODINGS } from './client/text/encoding-names.ts'

/** The operating system ends a path at a NUL and would ignore the rest. */
const NO_NUL = { pattern: '^[^\\u0000]+$', 'x-form': 'without a NUL' }

const MAX_PATH = 4096

export const pathInput = (description: string, options: { default?: string; 'x-aliases'?: string[] } = {}) =>
  Type.String({ minLength: 1, maxLength: MAX_PATH, ...NO_NUL, 'x-log': true, description, ...options })

export const filePath = (what: string) =>
  pathInput(`${what}: a path inside the roots, relative to the first root or absolute`, {
    'x-aliases': ['path']
  })

export const directoryPath = (what: string) =>
  pathInput(`${what}: a path inside the roots, relative to the first root or absolute. Default: the first root itself`, { default: '.' })

export const outputPath = (what: string) =>
  Type.String({ description: `${what}: relative to the first root, or absolute if it is in another root` })

export const sha256 = (description: string) => Type.String({ pattern: '^[0-9a-fA-F]{64}$', 'x-form': 'of 64 hex digits', description })

export const expectedSha256 = Type.Optional(
  sha256(
    'SHA-256 (64 hex digits) of the content that the change is based on, as returned by read_file. If the content differs, the call fails with 412. Default: not checked'
  )
)

export const glob = (description: string, options: { default?: string; 'x-aliases'?: string[] } = {}) =>
  Type.String({ minLength: 1, maxLength: 1024, ...NO_NUL, description, ...options })

export const exclude = Type.Array(glob('A glob'), {
  maxItems: 50,
  default: [],
  description:
    'Globs to exclude, relative to the directory. A matching directory is excluded with everything in it; a glob without a slash matches at any depth. Default: none'
})

export const includeHidden = Type.Boolean({
  default: false,
  description: 'true: include names that begin with a dot. Default false: include them only if glob names them'
})

export const kind = (description: string) => stringEnum(['file', 'directory', 'symlink', 'other'], { description })

export const size = Type.Integer({ minimum: 0, description: 'Size in bytes' })

export const modified = Type.String({
  format: 'date-time',
  description: 'Time of the last change of the content, ISO 8601',
  'x-volatile': true
})

export const encoding = stringEnum(['utf-8', 'utf-8-bom', 'utf-16le', 'utf-16be', 'binary'], {
  description: 'Encoding, detected from the first 8 KB; utf-8-bom: UTF-8 with a byte order mark'
})

/** The encoding of a file whose text is read or changed. */
export const requestedEncoding = stringEnum(['auto', ...NAMED_ENCODINGS], {
  default: 'auto',
  description: 'Encoding of the file. Default auto: UTF-8, or UTF-16 with a byte order mark. Name a legacy encoding, such as windows-1252'
})

export const writtenEncoding = stringEnum(NAMED_ENCODINGS, {
  default: 'utf-8',
  description:
    'Encoding to write in; a character that it lacks is refused. UTF-16 gets a byte order mark. To keep the encoding of a file, pass the metadata.encoding of read_file. Default utf-8'
})

export const textEncoding = stringEnum(['utf-8', 'utf-8-bom', 'utf-16le', 'utf-16be', 'binary', ...LEGACY_ENCODINGS], {
  description: 'Encoding, as detected or as requested; utf-8-bom: UTF-8 with a byte order mark'
})

export const lineEnding = nullable(stringEnum(['lf', 'crlf', 'mixed'], {}), {
  description: 'Line endings: lf, crlf, or mixed; null if there is no line break or it was not checked'
})

export const dryRun = Type.Boolean({ description: 'true: this is a preview; nothing was changed' })

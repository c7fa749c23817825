import { Type } from 'typebox'
import { nullable, words } from '../../contract/schema.ts'

/** A NUL ends a path for the operating system; the rest of it would be dropped. */
const NO_NUL = { pattern: '^[^\\u0000]+$', 'x-form': 'without a NUL' }

const LONGEST_PATH = 4096

export const pathOf = (description: string, options: { default?: string; 'x-aliases'?: string[] } = {}) =>
  Type.String({ minLength: 1, maxLength: LONGEST_PATH, ...NO_NUL, description, ...options })

export const filePath = (what: string) =>
  pathOf(`${what}: a path inside the roots. A relative one is read from the first root; an absolute one must lie in a root`, {
    'x-aliases': ['path']
  })

export const directoryPath = (what: string) =>
  pathOf(`${what}: a path inside the roots, relative to the first root or absolute. Default: the first root itself`, { default: '.' })

export const shownPath = (what: string) => Type.String({ description: `${what}: relative to the first root; absolute in the others` })

export const sha256 = (description: string) => Type.String({ pattern: '^[0-9a-fA-F]{64}$', 'x-form': 'of 64 hex digits', description })

export const expectedSha256 = Type.Optional(
  sha256(
    'SHA-256 (64 hex digits) of the content the change is meant for, as read_file answers it. Another content: 412. Absent: not checked'
  )
)

export const glob = (description: string, options: { default?: string; 'x-aliases'?: string[] } = {}) =>
  Type.String({ minLength: 1, maxLength: 1024, ...NO_NUL, description, ...options })

export const exclude = Type.Array(glob('A glob'), {
  maxItems: 50,
  default: [],
  description:
    'Globs of what to leave out, relative to the directory; a directory is left out with all it holds, and a name without a slash at any depth. Default: nothing'
})

export const includeHidden = Type.Boolean({
  default: false,
  description: 'true: also names that begin with a dot. Default false: only where a pattern names them'
})

export const kind = (description: string) => words(['file', 'directory', 'symlink', 'other'], { description })

export const size = Type.Integer({ minimum: 0, description: 'Size in bytes' })

export const modified = Type.String({ format: 'date-time', description: 'When the content last changed, ISO 8601', 'x-volatile': true })

export const encoding = words(['utf-8', 'utf-8-bom', 'utf-16le', 'utf-16be', 'binary'], {
  description: 'How the content is encoded, judged by its first 8 KB; utf-8-bom: UTF-8 that begins with a byte order mark'
})

export const lineEnding = nullable(words(['lf', 'crlf', 'mixed'], {}), {
  description: 'How lines end: lf, crlf, or mixed; null where there is no line break or it was not looked at'
})

export const dryRun = Type.Boolean({ description: 'true: this is what would be done; nothing was changed' })

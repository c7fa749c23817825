import type { ContentBlock } from '@modelcontextprotocol/server'
import { highestPermission, type Operation } from '../../contract/operation.ts'
import { streamSpec } from '../../contract/stream.ts'
import { byteSize } from '../../lib/format.ts'
import { parseJson } from '../../lib/json.ts'
import type { FileExtractor } from '../../pipeline/context.ts'

type Facts = Record<string, unknown>

/** URI prefix of files. The ID of an operation and its input as base64url follow. */
const FILES = 'toolgate://files/'
export const FILE_TEMPLATE = `${FILES}{operation}/{input}`
const FILE = /^toolgate:\/\/files\/([a-z][a-z0-9_]{2,62})\/([\w-]{2,16384})$/

/** Maximum bytes of a file that is read as a resource. */
export const MAX_FILE = 10 * 1024 * 1024

/** Maximum bytes of the files in a result: 1 MB as base64. */
const MAX_BYTES = 750_000

/** Properties about the form of the response, which do not change the file. */
const FORM: readonly string[] = ['cursor', 'max_chars', 'compact', 'fields']

/** Returns the URI of the file that a call returns. Reading it repeats the call, with the same checks. */
export function fileUri({ id }: Pick<Operation, 'id'>, input: Facts): string {
  const inputs = Object.fromEntries(Object.entries(input).filter(([name]) => !FORM.includes(name)))
  return `${FILES}${id}/${Buffer.from(JSON.stringify(inputs)).toString('base64url')}`
}

/** Returns the call of a file URI; undefined for any other URI. */
export function fileCall(uri: string): { id: string; input: unknown } | undefined {
  const [, id, input = ''] = FILE.exec(uri) ?? []
  if (id === undefined) return undefined
  try {
    return { id, input: parseJson(Buffer.from(input, 'base64url')) }
  } catch {
    return undefined
  }
}

/**
 * Whether the operation only reads and may return a file. Others are not resources: clients read resources without confirmation, and a bulk
 * operation or a paid search would already have started before it turned out to return no file. Endless streams are excluded, too.
 */
export function isReadAsFile({ kind, permission, costly, output }: Operation): boolean {
  if (kind !== 'operation' || costly !== undefined || highestPermission(permission) !== 'read') return false
  const form = streamSpec(output)
  return form ? !form.endless : [output, ...Object.values(output.properties)].some(holdsBase64)
}

/** Whether results of this schema can have one of the properties that base64In finds. */
function holdsBase64(schema: unknown): boolean {
  const properties = isFacts(schema) && isFacts(schema['properties']) ? schema['properties'] : {}
  const has = (...names: string[]): boolean => names.every(name => Object.hasOwn(properties, name))
  return has('content_base64') || has('encoding', 'content') || has('type', 'data')
}

/** Extracts the files of one call: as content blocks, and as the link to read them. */
export interface TakenFiles extends FileExtractor {
  blocks: ContentBlock[]
}

export function takeFiles(operation: Operation, input: Facts): TakenFiles {
  const isStream = streamSpec(operation.output) !== undefined
  const uriOf = (): string => fileUri(operation, input)
  const blocks: ContentBlock[] = []
  const links = new Map<string, ContentBlock>()
  let left = MAX_BYTES
  const show = (bytes: Buffer, mimeType: string): void => {
    const block = blockOf(bytes, mimeType, uriOf())
    if (!block || bytes.length > left) return
    left -= bytes.length
    blocks.push(block)
  }
  return {
    max_bytes: MAX_BYTES,
    get blocks() {
      return [...blocks, ...links.values()]
    },
    async extract(data) {
      if (!isFacts(data)) return data
      const name = nameIn(data) ?? operation.id
      const link = (mimeType: string, bytes: number): void => {
        if (!isReadAsFile(operation)) return
        const uri = uriOf()
        if (bytes <= MAX_FILE) links.set(uri, { type: 'resource_link', uri, name, mimeType })
        else if (!isStream) links.set(uri, { type: 'text', text: tooLarge(operation, bytes) })
      }
      if (isStream) link(typeIn(data) ?? UNKNOWN, lengthIn(data))
      const without = async (facts: Facts): Promise<Facts> => {
        const property = base64In(facts)
        if (property === undefined) return facts
        const bytes = Buffer.from(String(facts[property]), 'base64')
        const type = (await sniffed(bytes)) ?? (isStream ? (typeIn(facts) ?? UNKNOWN) : undefined)
        if (type === undefined) return facts // not a known kind of file: it stays in the data, and is continued like any text
        link(type, bytes.length)
        show(bytes, type)
        const { [property]: _, ...others } = facts
        return others
      }
      const outer = await without(data)
      const inner = await Promise.all(
        Object.entries(outer).map(async ([name, value]) => [name, isFacts(value) ? await without(value) : value] as const)
      )
      return Object.fromEntries(inner)
    }
  }
}

const UNKNOWN = 'application/octet-stream'

const tooLarge = ({ id }: Operation, bytes: number): string =>
  `The file has ${byteSize(bytes)}. Over MCP a file can have ${byteSize(MAX_FILE)}: to read it, call POST /v1/operations/${id} over REST.`

/** Images and audio have their own content blocks. Of other files only PDFs are embedded, because models read no others. */
function blockOf(bytes: Buffer, mimeType: string, uri: string): ContentBlock | undefined {
  const data = bytes.toString('base64')
  if (mimeType.startsWith('image/')) return { type: 'image', data, mimeType }
  if (mimeType.startsWith('audio/')) return { type: 'audio', data, mimeType }
  return mimeType === 'application/pdf' ? { type: 'resource', resource: { uri, mimeType, blob: data } } : undefined
}

/** Returns the name of the property with a file in base64. */
export function base64In(facts: Facts): string | undefined {
  if (typeof facts['content_base64'] === 'string') return 'content_base64'
  if (facts['encoding'] === 'base64' && typeof facts['content'] === 'string') return 'content'
  return facts['type'] === 'base64' && typeof facts['data'] === 'string' ? 'data' : undefined
}

/** Returns the media type that the content shows. */
export async function sniffed(bytes: Buffer): Promise<string | undefined> {
  // Loaded on first use: it takes 50 ms, and most calls return no file.
  const { fileTypeFromBuffer } = await import('file-type')
  return (await fileTypeFromBuffer(bytes))?.mime
}

const textIn = (facts: Facts, names: readonly string[]): string | undefined => {
  const [value] = names.map(name => facts[name]).filter(value => typeof value === 'string' && value !== '')
  return typeof value === 'string' ? value : undefined
}

const nameIn = (facts: Facts): string | undefined =>
  textIn(facts, ['filename', 'path']) ?? (isFacts(facts['metadata']) ? textIn(facts['metadata'], ['path']) : undefined)

/** Length of a stream in bytes; 0 if it is unknown, which does not prevent reading it. */
const lengthIn = ({ length }: Facts): number => (typeof length === 'number' ? length : 0)

const typeIn = (facts: Facts): string | undefined => textIn(facts, ['media_type'])

export const isFacts = (value: unknown): value is Facts => typeof value === 'object' && value !== null && !Array.isArray(value)

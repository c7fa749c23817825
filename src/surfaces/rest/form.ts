import { createHash } from 'node:crypto'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toJsonSchema } from '../../catalog/json-schema.ts'
import { type Issue, OperationError } from '../../contract/errors.ts'
import { DEFAULT_MAX_BODY, type Operation } from '../../contract/operation.ts'
import { FILE_PART, type UploadSpec, type UploadsSpec } from '../../contract/upload.ts'
import { refuseValue } from '../../lib/json.ts'
import { base64Length, bodyTooLarge, fileTooLarge } from '../../pipeline/input/upload.ts'
import { refuseEncoded } from './body.ts'
import type { InputReader, ReceivedInput } from './input.ts'
import { queryReader } from './query.ts'
import { writeTemporaryFile } from './temporary-files.ts'
import { counted } from './upload-quota.ts'

const MAX_FIELDS = 100
const MAX_FILES = 25

type Values = Record<string, unknown>

/** Limits of a form. */
interface Limits {
  /** Maximum bytes of all files together. */
  fileBytes: number
  files: number
  /** Maximum bytes of all fields together. */
  fieldBytes: number
}

const limitsOfFile = ({ max_bytes: largest }: UploadSpec): Limits => ({ fileBytes: largest, files: 1, fieldBytes: DEFAULT_MAX_BODY })

/** The fields of a form with a list of files have the same limit as in JSON. */
const limitsOfFiles = ({ max_bytes: largest }: UploadsSpec, { max_body }: Operation): Limits => ({
  fileBytes: largest,
  files: MAX_FILES,
  fieldBytes: Math.max(DEFAULT_MAX_BODY, max_body - base64Length(largest))
})

/** Returns the limits of an operation's form; undefined if it accepts none. */
export function formLimits(operation: Operation): Limits | undefined {
  if (operation.upload) return limitsOfFile(operation.upload)
  return operation.uploads && limitsOfFiles(operation.uploads, operation)
}

interface Fields {
  fields: Values
  issues: Issue[]
}

/** Makes the routes of a scope accept multipart/form-data. All other routes refuse that media type. */
export const acceptForms = (scope: FastifyInstance, { fileBytes, files, fieldBytes }: Limits): void => {
  scope.register(multipart, {
    limits: { fileSize: fileBytes, files, fields: MAX_FIELDS, parts: MAX_FIELDS + files, fieldSize: fieldBytes }
  })
}

type FormReader = (request: FastifyRequest, reply: FastifyReply) => Promise<ReceivedInput>

/** Returns a reader of forms; undefined if the operation accepts none. */
export function formReader(operation: Operation, readInput: InputReader): FormReader | undefined {
  if (operation.upload) return fileReader(operation, operation.upload, readInput)
  return operation.uploads && listReader(operation, operation.uploads, readInput)
}

/** Reads a form whose files are a list of the input. */
function listReader(operation: Operation, spec: UploadsSpec, readInput: InputReader): FormReader {
  const limits = limitsOfFiles(spec, operation)
  const convert = queryReader(operation)
  const lists = listsOf(operation)
  return async request => {
    refuseEncoded(request)
    const files: Values[] = []
    let available = spec.max_bytes
    const { fields, issues } = await read(request, limits, async (part, issues) => {
      if (part.fieldname !== spec.property && part.fieldname !== FILE_PART)
        issues.push({ path: part.fieldname, message: 'is a file', expected: `files as parts ${spec.property}` })
      const chunks: Buffer[] = []
      for await (const chunk of counted(request, part.file)) {
        available -= chunk.length
        if (available < 0) throw fileTooLarge(spec.max_bytes, 'The files together are')
        chunks.push(chunk)
      }
      if (part.file.truncated) throw fileTooLarge(spec.max_bytes, 'The files together are')
      files.push({ filename: part.filename, media_type: part.mimetype, content_base64: Buffer.concat(chunks).toString('base64') })
    })
    if (spec.property in fields)
      issues.push({ path: spec.property, message: 'is a field of the form', expected: `files, each as a part ${spec.property}` })
    const listed = Object.entries(fields).map(([name, value]) => [name, lists.has(name) ? [value].flat() : value])
    return readInput(request, { body: { ...convert(Object.fromEntries(listed)), [spec.property]: files }, issues })
  }
}

/** Names of the properties that are lists: each field is one item, which may contain commas. */
const listsOf = (operation: Operation): ReadonlySet<string> =>
  new Set(Object.entries(toJsonSchema(operation.input).properties ?? {}).flatMap(([name, { type }]) => (type === 'array' ? [name] : [])))

/** Reads a form with one file, which is stored on disk until the response is sent. */
function fileReader(operation: Operation, spec: UploadSpec, readInput: InputReader): FormReader {
  const limits = limitsOfFile(spec)
  const convert = queryReader(operation)
  return async (request, reply) => {
    refuseEncoded(request)
    let file: { sent: File; sha256: string } | undefined
    const { fields, issues } = await read(request, limits, async (part, issues) => {
      file = await storeFile(part, request, reply, spec, issues)
    })
    if (spec.property in fields) issues.push({ path: spec.property, message: 'is a field of the form', expected: EXPECTED })
    if (!file) issues.push({ path: FILE_PART, message: 'is missing in the form', expected: EXPECTED })
    const body = convert({ ...fieldsOfFile(file?.sent, spec), ...fields, [spec.property]: file?.sha256 ?? '' })
    return readInput(request, { body, issues, ...(file && { upload: file.sent }) })
  }
}

const EXPECTED = `the file itself, as the part ${FILE_PART}`

/** The fields that the part of the file provides: its name and type. */
const fieldsOfFile = (sent: File | undefined, { filename, media_type }: UploadSpec): Values => ({
  ...(filename && sent?.name && { [filename]: sent.name }),
  ...(media_type && sent?.type && { [media_type]: sent.type })
})

/** Passes each file to `take` as it arrives, and returns the fields. */
async function read(
  request: FastifyRequest,
  limits: Limits,
  take: (part: MultipartFile, issues: Issue[]) => Promise<void>
): Promise<Fields> {
  const form: Fields = { fields: Object.create(null), issues: [] }
  const { fieldBytes } = limits
  let bytes = 0
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') bytes += sizeOf(part.value)
      if (bytes > fieldBytes) throw bodyTooLarge(fieldBytes)
      if (part.type === 'file') await take(part, form.issues)
      else if (part.valueTruncated) form.issues.push({ path: part.fieldname, message: `is longer than ${fieldBytes} bytes` })
      else form.fields[part.fieldname] = appendValue(form.fields[part.fieldname], part.value)
    }
  } catch (error) {
    throw formError(error, limits)
  }
  return form
}

/** Bytes of a field. The plugin has parsed a field with the type JSON, which has the limits of any JSON. */
function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return Buffer.byteLength(String(value))
  refuseValue(value, 'A field of the form')
  return Buffer.byteLength(JSON.stringify(value))
}

/** A repeated field is a list. */
const appendValue = (known: unknown, value: unknown): unknown => (known === undefined ? value : [known, value].flat())

async function storeFile(
  part: MultipartFile,
  request: FastifyRequest,
  reply: FastifyReply,
  { max_bytes: largest }: UploadSpec,
  issues: Issue[]
): Promise<{ sent: File; sha256: string }> {
  if (part.fieldname !== FILE_PART)
    issues.push({ path: part.fieldname, message: 'is a file', expected: `the file as the part ${FILE_PART}` })
  const hash = createHash('sha256')
  const hashed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of counted(request, chunks)) {
      hash.update(chunk)
      yield chunk
    }
  }
  const blob = await writeTemporaryFile(hashed(part.file), reply)
  if (part.file.truncated) throw fileTooLarge(largest)
  return { sent: new File([blob], part.filename, { type: part.mimetype }), sha256: hash.digest('hex') }
}

/** Converts an error of the multipart parser. */
function formError(error: unknown, { fileBytes, files }: Limits): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  if (code === 'FST_REQ_FILE_TOO_LARGE') return files === 1 ? fileTooLarge(fileBytes) : fileTooLarge(fileBytes, 'The files together are')
  if (code === 'FST_FILES_LIMIT')
    return new OperationError(
      'invalid_field_value',
      files === 1 ? `The form has several files; a call accepts one, as the part ${FILE_PART}.` : `The form has more than ${files} files.`
    )
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT')
    return new OperationError('payload_too_large', `The form has more than ${MAX_FIELDS} fields.`)
  if (error instanceof OperationError) return error
  return new OperationError(
    'invalid_field_value',
    'The form cannot be read: it is incomplete, or not valid multipart/form-data (RFC 7578).',
    {},
    { cause: error }
  )
}

import { createHash } from 'node:crypto'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Issue, OperationError } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { FILE_PART, tooLargeToTake, type UploadSpec } from '../../contract/upload.ts'
import { refuseEncoded } from './body.ts'
import type { Given, inputReader } from './input.ts'
import { keptOnDisk } from './on-disk.ts'
import { queryReader } from './query.ts'

const LONGEST_FIELD = 1_000_000
const MOST_FIELDS = 100

type Values = Record<string, unknown>
interface Form {
  fields: Values
  file?: { sent: File; sha256: string }
  issues: Issue[]
}

/** Lets the routes of a scope take multipart/form-data. Everywhere else it is a media type that is not read. */
export const takeForms = (scope: FastifyInstance, { largest }: UploadSpec): void => {
  scope.register(multipart, {
    limits: { fileSize: largest, files: 1, fields: MOST_FIELDS, parts: MOST_FIELDS + 1, fieldSize: LONGEST_FIELD }
  })
}

/** Reads a form in place of a body of JSON. Its file is kept on disk until the answer is sent. */
export function formReader(
  operation: Operation,
  spec: UploadSpec,
  readInput: ReturnType<typeof inputReader>
): (request: FastifyRequest, reply: FastifyReply) => Promise<Given> {
  const convert = queryReader(operation)
  return async (request, reply) => {
    refuseEncoded(request)
    const { fields, file, issues } = await read(request, reply, spec)
    if (spec.property in fields) issues.push({ path: spec.property, message: 'is a field of the form', expected: EXPECTED })
    if (!file) issues.push({ path: FILE_PART, message: 'is no part of the form', expected: EXPECTED })
    const given = readInput({
      ...partsOf(request),
      body: convert({ ...toldBy(file?.sent, spec), ...fields, [spec.property]: file?.sha256 ?? '' })
    })
    return { raw: given.raw, issues: [...issues, ...(given.issues ?? [])], ...(file && { upload: file.sent }) }
  }
}

const EXPECTED = `the file itself, as the part ${FILE_PART}`

const partsOf = ({ query, params, headers }: FastifyRequest) => ({ query, params, headers })

/** What the part says of the file. */
const toldBy = (sent: File | undefined, { filename, media_type }: UploadSpec): Values => ({
  ...(filename && sent?.name && { [filename]: sent.name }),
  ...(media_type && sent?.type && { [media_type]: sent.type })
})

async function read(request: FastifyRequest, reply: FastifyReply, spec: UploadSpec): Promise<Form> {
  const form: Form = { fields: Object.create(null), issues: [] }
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') form.file = await keep(part, reply, spec, form.issues)
      else if (part.valueTruncated) form.issues.push({ path: part.fieldname, message: `is longer than ${LONGEST_FIELD} bytes` })
      else form.fields[part.fieldname] = repeated(form.fields[part.fieldname], part.value)
    }
  } catch (error) {
    throw refusalOf(error, spec)
  }
  return form
}

/** A field that comes twice is a list. */
const repeated = (known: unknown, value: unknown): unknown => (known === undefined ? value : [known, value].flat())

async function keep(
  part: MultipartFile,
  reply: FastifyReply,
  { largest }: UploadSpec,
  issues: Issue[]
): Promise<NonNullable<Form['file']>> {
  if (part.fieldname !== FILE_PART)
    issues.push({ path: part.fieldname, message: 'is a file', expected: `the file as the part ${FILE_PART}` })
  const hash = createHash('sha256')
  const hashed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  const blob = await keptOnDisk(hashed(part.file), reply)
  if (part.file.truncated) throw tooLargeToTake(largest)
  return { sent: new File([blob], part.filename, { type: part.mimetype }), sha256: hash.digest('hex') }
}

/** What the reader of forms refuses, in the house's words. */
function refusalOf(error: unknown, { largest }: UploadSpec): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLargeToTake(largest)
  if (code === 'FST_FILES_LIMIT')
    return new OperationError('invalid_field_value', `The form has several files; one call takes one, as the part ${FILE_PART}.`)
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT')
    return new OperationError('payload_too_large', `The form has more than ${MOST_FIELDS} fields.`)
  if (error instanceof OperationError) return error
  return new OperationError(
    'invalid_field_value',
    'The form cannot be read: it is cut short, or not multipart/form-data as RFC 7578 writes it.',
    {},
    { cause: error }
  )
}

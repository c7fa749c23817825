import { isUtf8 } from 'node:buffer'
import {
  type CompleteRequest,
  type CompleteResult,
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  type ReadResourceResult,
  ResourceNotFoundError,
  type ServerContext
} from '@modelcontextprotocol/server'
import { callerSchema } from '../../catalog/json-schema.ts'
import { inputOf } from '../../catalog/reserved-inputs.ts'
import { OperationError } from '../../contract/errors.ts'
import { highestPermission, type Operation } from '../../contract/operation.ts'
import type { AnyTool } from '../../contract/tool.ts'
import { invoke } from '../../pipeline/invoke.ts'
import { fullDescription } from '../../pipeline/render.ts'
import { clientConnectionOf, type McpParts, type Session, shownTo } from './context.ts'
import { base64In, FILE_TEMPLATE, fileCall, isFacts, isReadAsFile, MAX_FILE, sniffed } from './files.ts'
import { systemsOf } from './prompts.ts'

export const OPENAPI = 'toolgate://openapi.json'
/** URI prefix of the reference of a system. */
export const REFERENCE = 'toolgate://reference/'
/** URI template of the results of a job. */
export const JOB_RESULTS = 'toolgate://jobs/{id}/results'
const RESULTS = /^toolgate:\/\/jobs\/([^/]+)\/results$/

/** resources/list: the OpenAPI document, and a reference for each system, of the operations that the session may see. */
export const listResources = (parts: McpParts, session: Session): ListResourcesResult => ({
  resources: [
    { uri: OPENAPI, name: 'openapi.json', title: 'OpenAPI', description: 'All operations as OpenAPI 3.1', mimeType: 'application/json' },
    ...systemsOf(parts, session).map(({ name, title }) => ({
      uri: REFERENCE + name,
      name: `${name}.md`,
      title: `Reference of ${title}`,
      description: `The operations of ${title}, with their inputs`,
      mimeType: 'text/markdown'
    }))
  ]
})

export const listResourceTemplates = (): ListResourceTemplatesResult => ({
  resourceTemplates: [
    {
      uriTemplate: JOB_RESULTS,
      name: 'job results',
      title: 'Results of a job',
      description: 'Result of each item of a job, one JSON object per line; for a large job, the beginning',
      mimeType: 'application/x-ndjson'
    },
    {
      uriTemplate: FILE_TEMPLATE,
      name: 'file of a call',
      title: 'File that a call returns',
      description:
        'Target of a resource_link in the result of a tool: the whole file, up to 10 MB. Reading it repeats the call, with the same checks'
    }
  ]
})

export async function readResource(uri: string, parts: McpParts, session: Session, ctx: ServerContext): Promise<ReadResourceResult> {
  if (uri === OPENAPI)
    return { contents: [{ uri, mimeType: 'application/json', text: parts.openapi(shownTo(parts, session), session.publicUrl) }] }
  const system = uri.startsWith(REFERENCE) && systemsOf(parts, session).find(({ name }) => uri === REFERENCE + name)
  if (system) {
    const text = reference(
      system,
      shownTo(parts, session).filter(({ tool }) => tool === system)
    )
    return { contents: [{ uri, mimeType: 'text/markdown', text }] }
  }
  const call = fileCall(uri)
  return call ? await readFile(uri, call, parts, session, ctx) : await readResults(uri, parts, session, ctx)
}

/** Returns the file of a call. It runs as any other call: the session must see the operation, and its key must be allowed to call it now. */
async function readFile(
  uri: string,
  { id, input }: { id: string; input: unknown },
  parts: McpParts,
  session: Session,
  ctx: ServerContext
): Promise<ReadResourceResult> {
  const operation = parts.visible.operations(session.caller, session.choice).find(one => one.id === id)
  if (!operation || !isReadAsFile(operation)) throw new ResourceNotFoundError(uri)
  const found: { bytes?: Buffer; type?: string } = {}
  const take = async (data: unknown): Promise<unknown> => {
    const holder = isFacts(data) ? [data, ...Object.values(data).filter(isFacts)].find(facts => base64In(facts) !== undefined) : undefined
    const name = holder && base64In(holder)
    if (holder && name !== undefined) found.bytes = Buffer.from(String(holder[name]), 'base64')
    return data
  }
  const clientConnection = clientConnectionOf(session, ctx)
  try {
    const { stream } = await invoke(operation, input, {
      ...session,
      surface: 'mcp',
      byName: true,
      clientConnection,
      rawStream: {},
      files: { max_bytes: MAX_FILE, extract: take }
    })
    if (stream) Object.assign(found, { bytes: await wholeOf(stream.body), type: stream.media_type })
  } catch (error) {
    if (error instanceof OperationError && NOT_THERE.has(error.code)) throw new ResourceNotFoundError(uri, error.message)
    throw error
  }
  const { bytes, type = 'application/octet-stream' } = found
  if (!bytes || bytes.length > MAX_FILE) throw new ResourceNotFoundError(uri, bytes ? TOO_LARGE : 'The call returns no file.')
  const mimeType = (await sniffed(bytes)) ?? type
  return {
    contents: [isText(mimeType, bytes) ? { uri, mimeType, text: bytes.toString() } : { uri, mimeType, blob: bytes.toString('base64') }]
  }
}

const NOT_THERE: ReadonlySet<string> = new Set(['NOT_FOUND_ERROR', 'GONE_ERROR', 'VALIDATION_ERROR', 'PERMISSION_ERROR'])
const TOO_LARGE = 'The file is larger than 10 MB. Call the operation over REST to read it.'

const isText = (mimeType: string, bytes: Buffer): boolean => mimeType.startsWith('text/') && isUtf8(bytes)

/** Reads a stream up to the maximum size of a resource. */
async function wholeOf(body: AsyncIterable<Uint8Array | string>): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of body) {
    const bytes = Buffer.from(part)
    parts.push(bytes)
    size += bytes.length
    if (size > MAX_FILE) break
  }
  return Buffer.concat(parts)
}

/** Returns the results of a job through its operation, which checks that the caller may see the job. */
async function readResults(uri: string, { catalog }: McpParts, session: Session, ctx: ServerContext): Promise<ReadResourceResult> {
  const [, id] = RESULTS.exec(uri) ?? []
  const operation = catalog.get('jobs_get_results')
  if (id === undefined || !operation) throw new ResourceNotFoundError(uri)
  try {
    const { data } = await invoke(operation, { id, format: 'ndjson' }, { ...session, clientConnection: clientConnectionOf(session, ctx) })
    const text = typeof data === 'object' && data !== null && 'content' in data ? String(data.content) : ''
    return { contents: [{ uri, mimeType: 'application/x-ndjson', text }] }
  } catch (error) {
    if (error instanceof OperationError && ['job_not_found', 'job_expired', 'invalid_field_value'].includes(error.reason))
      throw new ResourceNotFoundError(uri, error.message)
    throw error
  }
}

/** Renders a system for a model: when to use it, and these operations with their inputs. */
const reference = ({ title, description, prompt }: AnyTool, operations: readonly Operation[]): string =>
  [`# ${title}`, description, prompt, ...operations.map(described)].join('\n\n')

function described(operation: Operation): string {
  const { properties = {}, required = [] } = callerSchema(inputOf(operation))
  const inputs = Object.entries(properties).map(
    ([name, node]) => `- \`${name}\`${required.includes(name) ? ' (required)' : ''}: ${node.description ?? ''}`
  )
  return [
    `## ${operation.id}`,
    `${operation.summary} (${highestPermission(operation.permission)}).`,
    fullDescription(operation),
    inputs.join('\n')
  ].join('\n\n')
}

const MAX_COMPLETIONS = 100

/** completion/complete: IDs of the caller's jobs, newest first, for the resource of a job's results. No other resource has an argument. */
export async function complete({ ref, argument }: CompleteRequest['params'], { jobs, caller }: Session): Promise<CompleteResult> {
  if (ref.type !== 'ref/resource' || ref.uri !== JOB_RESULTS || argument.name !== 'id')
    return { completion: { values: [], hasMore: false } }
  const { items, next_cursor } = await jobs.list(caller, { limit: MAX_COMPLETIONS })
  const values = items.map(({ id }) => id).filter(id => id.startsWith(argument.value))
  return { completion: { values, hasMore: next_cursor !== null } }
}

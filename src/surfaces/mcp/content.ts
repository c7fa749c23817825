import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server'
import type { Result } from '../../contract/answer.ts'
import { failureIn } from '../../contract/async.ts'
import { failure } from '../../contract/envelope.ts'
import type { OperationError } from '../../contract/errors.ts'
import type { CallResult } from '../../contract/job-parts.ts'
import type { Operation } from '../../contract/operation.ts'
import { failureMarkdown, markdownFor } from '../../contract/render.ts'
import { jobMarkdown } from '../../contract/render-job.ts'
import { streamForm } from '../../contract/stream.ts'

/** Where an answer carries what stands in `metadata` elsewhere: for programs, not for models. */
const METADATA = 'toolgate/metadata'

/** An answer: the data for programs, and its rendering for models. A job has a name of its own there: the output schema is of another thing. */
export function answered(operation: Operation, { data, metadata, job }: Result): CallToolResult {
  if (job) return { content: [{ type: 'text', text: jobMarkdown(job) }], structuredContent: { job }, _meta: { [METADATA]: metadata } }
  const content = streamForm(operation.output) ? streamContent(operation, data) : undefined
  return {
    content: content ?? [{ type: 'text', text: markdownFor(operation, data, metadata).trimEnd() }],
    ...(isRecord(data) && { structuredContent: data }),
    _meta: { [METADATA]: metadata }
  }
}

/** What a call came to that ran as a job: as it would have been answered at once. */
export function answeredLater(
  operation: Operation,
  result: CallResult,
  { jobId, requestId }: { jobId: string; requestId: string }
): CallToolResult {
  const { success, status, data, metadata } = result
  if (success) return answered(operation, { data, status, metadata: { ...metadata } })
  return refused(failureIn(result, jobId), requestId, operation.tool.name)
}

/** A failed call, in the envelope. It is an answer of the tool, since the model is to read it and do better. */
export function refused(error: OperationError, requestId: string, system?: string): CallToolResult {
  const envelope = failure(error, requestId, system)
  const text = error.markdown?.() ?? failureMarkdown(envelope)
  return { isError: true, content: [{ type: 'text', text: text.trimEnd() }], structuredContent: { ...envelope } }
}

/** A file: its beginning as text or picture, and where to get it. */
function streamContent(operation: Operation, data: unknown): ContentBlock[] | undefined {
  if (!isRecord(data)) return undefined
  const { url, media_type: mimeType, filename, content, encoding, complete } = data
  if (typeof mimeType !== 'string') return undefined
  const name = typeof filename === 'string' ? filename : operation.id
  // Without a host, as where nothing listens, a link leads nowhere.
  const link: ContentBlock[] = typeof url === 'string' && URL.canParse(url) ? [{ type: 'resource_link', uri: url, name, mimeType }] : []
  if (typeof content !== 'string') return link
  const [kind] = mimeType.split('/')
  if (encoding === 'utf-8') return [{ type: 'text', text: content }, ...link]
  if (complete === true && (kind === 'image' || kind === 'audio')) return [{ type: kind, data: content, mimeType }, ...link]
  return link
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server'
import type { OperationError } from '../../contract/errors.ts'
import type { CallResult } from '../../contract/job.ts'
import { jobMarkdown } from '../../contract/job-markdown.ts'
import type { Operation } from '../../contract/operation.ts'
import { streamSpec } from '../../contract/stream.ts'
import { valueWithoutInvisible, withoutInvisible } from '../../lib/invisible.ts'
import { callJobError } from '../../pipeline/call-job.ts'
import { failureEnvelope } from '../../pipeline/failure.ts'
import { failureMarkdown, responseMarkdown, truncationNote, warningsQuote } from '../../pipeline/render.ts'
import type { Result } from '../../pipeline/result/result.ts'
import { jsonLength } from '../../pipeline/result/slice.ts'
import type { ListDetail } from '../shared/listed-tool.ts'
import { shortenedNote, textBeside } from './text.ts'

/** Key in `_meta` of the response metadata, which is for programs, not for models. */
const METADATA = 'toolgate/metadata'

/**
 * Returns a successful result: the data for programs, its rendering for models, and its files. A job is in its own property, since it does not match
 * the output schema. `detail`: of the tool list of the caller. Invisible characters are removed from all texts, since clients may show any of them to a model.
 */
export function successResult(
  operation: Operation,
  result: Result,
  detail: ListDetail,
  blocks: readonly ContentBlock[] = []
): CallToolResult {
  const { json, isClean = false } = result
  const data = isClean ? result.data : valueWithoutInvisible(result.data).value
  const { metadata, job, files } = valueWithoutInvisible({ metadata: result.metadata, job: result.job, files: blocks }).value
  const _meta = { [METADATA]: metadata }
  if (job) return withText(jobMarkdown(job), { structuredContent: { job }, _meta })
  const rest = { ...(isRecord(data) && { structuredContent: data }), _meta }
  const isStream = streamSpec(operation.output) !== undefined
  const text = isStream && isRecord(data) ? data['content'] : undefined
  if (isStream && typeof text !== 'string' && files.length > 0) return { content: [...files], ...rest }
  const whole = typeof text === 'string' ? contentText(text, data, metadata) : responseMarkdown(operation, data, metadata).trimEnd()
  const links = files.filter(({ type }) => type === 'resource_link')
  const dataSize = !isRecord(data) ? 0 : isClean && json !== undefined ? json.length : jsonLength(data)
  const size = jsonLength({ _meta, links }) + dataSize
  return { content: [{ type: 'text', text: textBeside(whole, size, () => shortenedNote(operation, metadata, detail)) }, ...files], ...rest }
}

/** Returns the result of a call that ran as a job, as it would be without a job. */
export function jobCallResult(
  operation: Operation,
  result: CallResult,
  { jobId, requestId, detail }: { jobId: string; requestId: string; detail: ListDetail }
): CallToolResult {
  const { success, status, data, metadata } = result
  if (success) return successResult(operation, { data, status, metadata: { ...metadata } }, detail)
  return errorResult(callJobError(result, jobId), requestId, operation.tool.name)
}

/** Returns a failed call as a result of the tool, not as a protocol error, so that the model can read it and correct the call. */
export function errorResult(error: OperationError, requestId: string, system?: string): CallToolResult {
  const envelope = failureEnvelope(error, requestId, system)
  return withText(failureMarkdown(error, envelope).trimEnd(), { isError: true, structuredContent: { ...envelope } })
}

/** Returns a result with its text, both without invisible characters. */
export function withText(markdown: string, given: Omit<CallToolResult, 'content'>): CallToolResult {
  const { value: rest } = valueWithoutInvisible(given)
  return { content: [{ type: 'text', text: textBeside(withoutInvisible(markdown).text, jsonLength(rest)) }], ...rest }
}

/** Renders a text file as it is. */
const contentText = (text: string, data: unknown, metadata: Record<string, unknown>): string =>
  `${warningsQuote(text, metadata)}${text}${'truncated' in metadata ? `\n\n*${truncationNote(data, metadata)}*` : ''}`

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

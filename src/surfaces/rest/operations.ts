import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler, RouteOptions } from 'fastify'
import { type Catalog, eventStreamStatus, splitRoute } from '../../catalog/catalog.ts'
import type { OperationError } from '../../contract/errors.ts'
import { jobMarkdown } from '../../contract/job-markdown.ts'
import type { Operation } from '../../contract/operation.ts'
import type { StreamedBody } from '../../contract/upload.ts'
import { withoutInvisible } from '../../lib/invisible.ts'
import { refusalBeforeInput } from '../../pipeline/authorize.ts'
import { FOR_PROGRAMS, type InvokeContext } from '../../pipeline/context.ts'
import { markdownEtag, markdownEtagsIn, matchesEtag, REVALIDATED } from '../../pipeline/etag.ts'
import { invoke } from '../../pipeline/invoke.ts'
import { logUnreadCall } from '../../pipeline/log/call-log.ts'
import type { Admission, Ports } from '../../pipeline/ports.ts'
import { responseMarkdown } from '../../pipeline/render.ts'
import type { Result } from '../../pipeline/result/result.ts'
import type { RangeRequest } from '../../pipeline/stream/range.ts'
import { operationSchema } from '../shared/route-schema.ts'
import { refuseEncoded } from './body.ts'
import { type ContextOf, defaultsByName, surfaceOf } from './context.ts'
import { acceptForms, formLimits, formReader } from './form.ts'
import { inputReader, preferences, type ReceivedInput } from './input.ts'
import { bytesOf, type Form, formOf } from './negotiate.ts'
import { REPLAYED, sendJson, sendMarkdown } from './reply.ts'
import { sendEvents, sendStream, sendUnchanged } from './stream.ts'
import { onClose, removeOrphans } from './temporary-files.ts'
import { countedBody, FORM_BYTES, type UploadQuota } from './upload-quota.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The call was counted against the limits of its key before its body was read. */
    admission: Admission | undefined
  }
}

/** Registers the route of every operation. */
export function operationRoutes(app: FastifyInstance, catalog: Catalog, ports: Ports, contextOf: ContextOf, quota: UploadQuota): void {
  app.decorateRequest('admission')
  app.addHook('onReady', removeOrphans)
  for (const operation of catalog.operations) {
    const [method, url] = splitRoute(operation)
    const read = inputReader(operation)
    const route: RouteOptions = {
      method,
      url,
      config: {
        operation,
        system: operation.tool.name,
        shownTo: caller => ports.visible(operation, caller),
        maxBody: () => operation.max_body
      },
      schema: operationSchema(operation),
      onRequest: refuseBeforeBody(ports, () => [operation], 'rest'),
      handler: (request, reply) => runOperation(request, reply, operation, contextOf, () => read(request))
    }
    if (operation.body) streamRoute(app, operation.body, route, quota)
    else if (formLimits(operation)) formRoute(app, operation, route, contextOf, quota)
    else app.route(route)
  }
}

/** Registers the route in its own scope, so that no other route accepts a body of that type. */
function streamRoute(
  app: FastifyInstance,
  { media_type, max_bytes: largest }: StreamedBody,
  route: RouteOptions,
  quota: UploadQuota
): void {
  app.register(async scope => {
    scope.addContentTypeParser(media_type, async (request: FastifyRequest, body: Readable) => {
      refuseEncoded(request)
      return countedBody(request, body)
    })
    scope.route({ ...route, onRequest: [route.onRequest ?? [], quota.ofType(media_type, largest)].flat() })
  })
}

/** Registers a route that also accepts its input as a form; in its own scope for the same reason. */
function formRoute(app: FastifyInstance, operation: Operation, route: RouteOptions, contextOf: ContextOf, quota: UploadQuota): void {
  const read = inputReader(operation)
  const readForm = formReader(operation, read)
  const limits = formLimits(operation)
  if (!readForm || !limits) return
  app.register(async scope => {
    acceptForms(scope, limits)
    scope.route({
      ...route,
      onRequest: [
        route.onRequest ?? [],
        quota.ofType('multipart/form-data', limits.fileBytes + limits.fieldBytes + FORM_BYTES),
        quota.ofJson(() => operation.max_body)
      ].flat(),
      handler: async (request, reply) => {
        const reading = request.isMultipart() ? await readForm(request, reply) : read(request)
        return runOperation(request, reply, operation, contextOf, () => reading)
      }
    })
  })
}

/** Runs an operation and sends its result in the format that the caller accepts. `read` is called after the format is known to be possible. */
export async function runOperation(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: Operation,
  contextOf: ContextOf,
  read: () => ReceivedInput,
  byName = false
): Promise<FastifyReply> {
  const surface = contextOf(request, reply)
  // Bytes cannot be cut to a maximum length.
  const canStream = !byName && surface.maxChars === undefined
  const bytes = canStream ? bytesOf(operation, request.headers.accept) : undefined
  const form = bytes ? 'json' : formOf(request.headers.accept, canStream ? operation : undefined)
  if (bytes || form === 'events') await reply.countStream()
  reply.header('cache-control', 'no-store').header('vary', 'Accept')
  if (operation.deprecated) announceSuccessor(reply, operation)
  const { raw, issues, upload, applied } = read()
  const call: InvokeContext = {
    ...surface,
    ...(request.admission && { admission: request.admission }),
    responseDefaults: byName ? defaultsByName(request.headers) : { ...FOR_PROGRAMS, lean: surface.responseDefaults?.lean === true },
    ...(byName && { byName, inputBytes: request.bodySize, surface: surfaceOf(request, 'by_name') }),
    ...(form === 'markdown' && { measure: markdownLength }),
    ...(issues.length > 0 && { issues }),
    ...(upload && { upload })
  }
  if (form === 'events')
    return sendEvents(request, reply.code(eventStreamStatus(operation)), operation.tool.name, async onEvent =>
      withMarkdown(request, operation, await invoke(operation, raw, { ...call, onEvent }))
    )
  const known = byName ? undefined : knownVersions(request, form)
  const result = await invoke(operation, raw, {
    ...call,
    ...(bytes && { rawStream: { ...bytes, ...rangeIn(request) } }),
    ...(request.body instanceof Readable && { body: request.body }),
    ...(known !== undefined && { ifNoneMatch: known })
  })
  setHeaders(reply, result, form, applied)
  if (result.etag !== undefined && matchesEtag(known, result.etag)) return await sendUnchanged(reply, result)
  if (result.stream) return await sendStream(request, reply, result.stream)
  if (form === 'markdown') return sendMarkdown(reply, markdownOf(operation, result))
  return sendJson(reply, result.data, withMarkdown(request, operation, result).metadata, result.json)
}

/** Only GET has ranges. */
function rangeIn({ method, headers: { range, 'if-range': known } }: FastifyRequest): { range?: RangeRequest } {
  return range === undefined || method !== 'GET' ? {} : { range: { range, if_range: known?.toString() } }
}

const markdownOf = (operation: Operation, { job, data, metadata }: Result): string =>
  job ? `${jobMarkdown(job)}\n` : responseMarkdown(operation, data, metadata)

/** Adds the Markdown of the data to the metadata if `Prefer: include=markdown` requests it: a write cannot be repeated to get its other form. */
function withMarkdown({ headers: { prefer } }: FastifyRequest, operation: Operation, result: Result): Result {
  if (prefer === undefined || preferences(prefer).get('include') !== 'markdown') return result
  const { text } = withoutInvisible(markdownOf(operation, result))
  return { ...result, metadata: { ...result.metadata, markdown: text } }
}

const markdownLength = (operation: Operation, data: unknown): number => responseMarkdown(operation, data, {}).length

function knownVersions({ headers: { 'if-none-match': known } }: FastifyRequest, form: Form): string | undefined {
  return known === undefined || form !== 'markdown' ? known : markdownEtagsIn(known)
}

function setHeaders(reply: FastifyReply, { status, location, etag, metadata, job }: Result, form: Form, applied: string | undefined): void {
  reply.code(status)
  if (etag !== undefined) reply.header('etag', form === 'markdown' ? markdownEtag(etag) : etag).header('cache-control', REVALIDATED)
  if (location !== undefined) reply.header('location', location)
  if (metadata['sandbox'] === true) reply.header('toolgate-sandbox', 'true')
  if (metadata['replayed'] === true) reply.header(REPLAYED, 'true')
  if (applied !== undefined) reply.header('preference-applied', applied)
  if (job?.poll_after_ms != null) reply.header('retry-after', Math.max(1, Math.ceil(job.poll_after_ms / 1000)))
}

function announceSuccessor(reply: FastifyReply, { deprecated }: Operation): void {
  if (!deprecated) return
  if (deprecated.since !== undefined) reply.header('deprecation', `@${Date.parse(deprecated.since) / 1000}`)
  reply.header('sunset', new Date(deprecated.sunset).toUTCString())
  reply.header('link', `</v1/operations/${deprecated.successor}>; rel="successor-version"`)
}

/** Refuses a call before its body is read, if the caller may make no such call. */
export const refuseBeforeBody =
  (ports: Ports, operationsOf: (request: FastifyRequest) => readonly Operation[], route: 'rest' | 'by_name'): onRequestHookHandler =>
  (request, reply, done) => {
    const operations = operationsOf(request)
    const refusal = refusalBeforeInput(operations, { caller: request.caller, ports })
    const [operation] = operations
    const refuse = (refusal: OperationError): void => {
      if (operation)
        logUnreadCall(operation, refusal, {
          caller: request.caller,
          log: request.log,
          ports,
          requestId: request.id,
          surface: surfaceOf(request, route),
          clientAddress: request.ip,
          trace: request.trace
        })
      done(refusal)
    }
    if (refusal) return refuse(refusal)
    const counting = operation && ports.limits.admit(request.caller, operation.tool.name)
    if (!counting) return done()
    const apply = (admission: Admission): void => {
      request.admission = admission
      const { release, fields } = admission
      onClose(reply, release)
      reply.header('ratelimit-policy', fields.policy)
      if (fields.state !== undefined) reply.header('ratelimit', fields.state)
      if (admission.refusal) refuse(admission.refusal)
      else done()
    }
    if (counting instanceof Promise) counting.then(apply, done)
    else apply(counting)
  }

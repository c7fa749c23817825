import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Result } from '../../contract/answer.ts'
import { type Catalog, splitRoute } from '../../contract/catalog.ts'
import type { InvokeContext } from '../../contract/context.ts'
import { inMarkdown, knownInMarkdown, namesVersion } from '../../contract/etag.ts'
import { invoke } from '../../contract/invoke.ts'
import type { Operation } from '../../contract/operation.ts'
import type { Ports } from '../../contract/ports.ts'
import { markdownFor } from '../../contract/render.ts'
import { jobMarkdown } from '../../contract/render-job.ts'
import type { UploadSpec } from '../../contract/upload.ts'
import { refuseEncoded } from './body.ts'
import { sendEvents } from './events.ts'
import { formReader, takeForms } from './form.ts'
import { withKey } from './idempotency-key.ts'
import { type Given, inputReader } from './input.ts'
import { bytesOf, formOf } from './negotiate.ts'
import { markPreference, withPreference } from './prefer.ts'
import { MARKDOWN_TYPE, REPLAYED, sendJson } from './reply.ts'
import { sendStream, sendUnchanged } from './stream.ts'

export type ContextOf = (request: FastifyRequest, reply: FastifyReply) => InvokeContext

/** One route an operation, as its definition says. */
export function operationRoutes(app: FastifyInstance, catalog: Catalog, ports: Ports, contextOf: ContextOf): void {
  for (const operation of catalog.operations) {
    const [method, url] = splitRoute(operation)
    const read = inputReader(operation)
    const route: RouteOptions = {
      method,
      url,
      config: { system: operation.tool.name, shownTo: caller => ports.visible(operation, caller) },
      handler: (request, reply) => answerCall(request, reply, operation, () => read(request), contextOf)
    }
    if (operation.body) takesStream(app, operation.body.media_type, route)
    else if (operation.upload) takesForm(app, operation, operation.upload, route, contextOf)
    else app.route(route)
  }
}

/** A route of its own scope, so that no other takes a body of that type. */
function takesStream(app: FastifyInstance, mediaType: string, route: RouteOptions): void {
  app.register(async scope => {
    scope.addContentTypeParser(mediaType, async (request: FastifyRequest, body: Readable) => {
      refuseEncoded(request)
      return body
    })
    scope.route(route)
  })
}

/** A route that takes its input as a form, too; in a scope of its own for the same reason. */
function takesForm(app: FastifyInstance, operation: Operation, upload: UploadSpec, route: RouteOptions, contextOf: ContextOf): void {
  const read = inputReader(operation)
  const readForm = formReader(operation, upload, read)
  app.register(async scope => {
    takeForms(scope, upload)
    scope.route({
      ...route,
      handler: async (request, reply) => {
        const given = request.isMultipart() ? await readForm(request, reply) : read(request)
        return answerCall(request, reply, operation, () => given, contextOf)
      }
    })
  })
}

/** Invokes and answers in the form the caller accepts. */
export async function answerCall(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: Operation,
  given: () => Given,
  contextOf: ContextOf,
  byName = false
): Promise<FastifyReply> {
  const context = contextOf(request, reply)
  // Bytes have no end that could be cut for a surface that carries only so much.
  const streams = !byName && context.maxChars === undefined
  const bytes = streams ? bytesOf(operation, request.headers.accept) : undefined
  const form = bytes ? 'json' : formOf(request.headers.accept, streams ? operation : undefined)
  reply.header('cache-control', 'no-store').header('vary', 'Accept')
  if (operation.deprecated) announceSuccessor(reply, operation)
  if (byName) context.byName = true
  const { raw, issues, upload, applied } = withPreference(request, operation, withKey(request, operation, given(), byName))
  if (issues) context.issues = issues
  if (upload) context.upload = upload
  if (form === 'events')
    return sendEvents(request, reply, operation.tool.name, listener => invoke(operation, raw, { ...context, listener }))
  if (bytes) context.bytes = bytes
  if (request.body instanceof Readable) context.body = request.body
  const { 'if-none-match': known } = request.headers
  if (known !== undefined && !byName) context.known = form === 'markdown' ? knownInMarkdown(known) : known
  const result = await invoke(operation, raw, context)
  markUp(reply, result, form === 'markdown')
  markPreference(reply, result, applied)
  if (result.etag !== undefined && namesVersion(context.known, result.etag)) return await sendUnchanged(reply, result)
  if (result.stream) return await sendStream(request, reply, result.stream)
  if (form === 'markdown')
    return reply
      .type(MARKDOWN_TYPE)
      .send(result.job ? `${jobMarkdown(result.job)}\n` : markdownFor(operation, result.data, result.metadata))
  return sendJson(reply, result.data, result.metadata)
}

function markUp(reply: FastifyReply, { status, location, etag, metadata }: Result, isMarkdown: boolean): void {
  reply.code(status)
  if (etag !== undefined) reply.header('etag', isMarkdown ? inMarkdown(etag) : etag).header('cache-control', 'no-cache')
  if (location !== undefined) reply.header('location', location)
  if (metadata['sandbox'] === true) reply.header('toolgate-sandbox', 'true')
  if (metadata['replayed'] === true) reply.header(REPLAYED, 'true')
}

function announceSuccessor(reply: FastifyReply, { deprecated }: Operation): void {
  if (!deprecated) return
  if (deprecated.since !== undefined) reply.header('deprecation', `@${Date.parse(deprecated.since) / 1000}`)
  reply.header('sunset', new Date(deprecated.sunset).toUTCString())
  reply.header('link', `</v1/operations/${deprecated.successor}>; rel="successor-version"`)
}

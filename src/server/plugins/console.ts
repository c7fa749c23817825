import { statSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { OperationError } from '../../contract/errors.ts'
import { hiddenSchema } from '../../surfaces/shared/route-schema.ts'
import { pagePolicy } from './page-policy.ts'

/** No text becomes markup. */
const POLICY = pagePolicy("img-src 'self'", "require-trusted-types-for 'script'", "trusted-types 'none'")

const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml']
])

/** Serves the build of the console in `folder`: every path below /console is a page of it, except its assets. */
export function consoleRoutes(app: FastifyInstance, folder: string): void {
  const config = { public: true, page: true }
  const page = hiddenSchema('Get the console', 'A page that shows jobs and runs operations in the browser.')
  const sendIndex = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (!hasConsole(folder)) throw notBuilt()
    return await sendFile(folder, 'index.html', request, reply, { 'content-security-policy': POLICY, 'cache-control': 'no-cache' })
  }
  app.get('/console', { config, schema: page }, sendIndex)
  app.get('/console/*', { config, schema: page }, sendIndex)
  const asset = hiddenSchema('Get a file of the console', 'A script, a style sheet or an image of the page.')
  const assets = path.join(folder, 'assets')
  app.get<{ Params: { name: string } }>('/console/assets/:name', { config: { public: true }, schema: asset }, (request, reply) =>
    sendFile(assets, request.params.name, request, reply, { 'cache-control': 'public, max-age=31536000, immutable' })
  )
}

/** Whether the folder contains a build of the console. */
export const hasConsole = (folder: string): boolean => statSync(path.join(folder, 'index.html'), { throwIfNoEntry: false }) !== undefined

const notBuilt = (): OperationError =>
  new OperationError('route_not_found', 'The console is not built.', {
    source: 'gateway',
    suggestions: ['Run npm run build:console in the folder of the gateway. npm start does so itself.']
  })

const noFile = (name: string): OperationError => new OperationError('route_not_found', `The console has no file ${name.slice(0, 100)}.`)

/** Sends a file of the build, or its compressed copy, which has `.gz` after its name. */
async function sendFile(
  root: string,
  name: string,
  { raw, headers }: FastifyRequest,
  reply: FastifyReply,
  own: Record<string, string>
): Promise<FastifyReply> {
  const mediaType = MEDIA_TYPES.get(path.extname(name))
  if (mediaType === undefined) throw noFile(name) // before it is opened: a file that is not sent would stay open
  const isCompressed = /\bgzip\b(?!;q=0(?:[,\s]|$))/.test(headers['accept-encoding'] ?? '')
  const { send } = await import('@fastify/send')
  const found = await send(raw, `/${encodeURIComponent(name)}${isCompressed ? '.gz' : ''}`, { root, cacheControl: false })
  if (found.type !== 'file') throw noFile(name)
  return reply
    .code(found.statusCode)
    .headers({ ...found.headers, ...own, 'content-type': mediaType, ...(isCompressed && { 'content-encoding': 'gzip' }) })
    .header('vary', 'Accept-Encoding')
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('cross-origin-resource-policy', 'same-origin')
    .send(found.stream)
}

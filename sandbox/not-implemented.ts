import type { FastifyRequest } from 'fastify'

/**
 * The response of a sandbox server to an API method that it does not have: status 501, in the vendor's error shape. The query may hold
 * credentials.
 */
export const notImplemented = ({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): string =>
  `${method} ${url.split('?')[0]} is not implemented by the sandbox`

import type { FastifyInstance, FastifyReply } from 'fastify'
import { decodeEntities } from '../entities.ts'
import { isKnownHost, siteAt } from './find.ts'

const JINA_KEY = 'sandbox-jina-key'

/** Jina Reader over the sample pages: a refusal of a site is a success with a warning. */
export function jinaRoutes(app: FastifyInstance): void {
  app.post<{ Body: { url?: unknown } | undefined }>('/jina/', async ({ body, headers }, reply) => {
    const { authorization } = headers
    if (authorization !== undefined && authorization !== `Bearer ${JINA_KEY}`)
      return sendJinaRefusal(reply, 401, 40103, 'AuthenticationRequiredError', 'Invalid API key, please get a new one from https://jina.ai')
    const url = URL.parse(String(body?.url ?? ''))
    if (url === null) return sendJinaRefusal(reply, 400, 40001, 'ParamValidationError', 'Invalid URL')
    if (!isKnownHost(url.href))
      return sendJinaRefusal(reply, 400, 40001, 'ParamValidationError', `Domain '${url.hostname}' could not be resolved`)
    return answerFor(url.href, headers['x-return-format'] === 'text')
  })
}

/** Sends a refusal in Jina's error shape. */
export function sendJinaRefusal(reply: FastifyReply, code: number, status: number, name: string, message: string): FastifyReply {
  return reply.code(code).send({ data: null, code, name, status, message, readableMessage: `${name}: ${message}` })
}

/** As plain text, a page is in another property, without other content. */
function answerFor(url: string, asText: boolean) {
  const site = siteAt(url)
  const shown = (markdown: string) => (asText ? { text: markdown.replace(/^#+ /gm, '') } : { content: markdown })
  const data = site
    ? {
        title: site.title,
        description: site.description,
        url,
        ...shown(textOf(site.html)),
        metadata: { lang: site.language },
        usage: { tokens: 42 }
      }
    : {
        warning: 'Target URL returned error 404: Not Found',
        title: '404 Not Found',
        url,
        ...shown('# Not Found\n\nThe requested URL was not found on this server.'),
        httpStatus: 404,
        usage: { tokens: 18 }
      }
  return { code: 200, status: 20000, data, meta: { usage: data.usage } }
}

const textOf = (html: string): string =>
  decodeEntities(
    html
      .replace(/<h(\d)>/g, (_all, level: string) => `\n\n${'#'.repeat(Number(level))} `)
      .replace(/<\/(p|li|tr|pre|h\d)>/g, '\n\n')
      .replace(/<[^>]+>/g, '')
  )
    .replace(/\n{3,}/g, '\n\n')
    .trim()

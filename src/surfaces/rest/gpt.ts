import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { GPT_PATH } from '../../contract/packs.ts'

/** A GPT fails an answer of 100,000 characters, and one that takes 45 s. What is left is for the envelope, and for the way. */
export const GPT_CARRIES = { maxChars: 95_000, maxMs: 43_000 }

/** Requests that came by the path of GPTs. */
const fromGpts = new WeakSet<IncomingMessage>()

/** The schemas of GPTs call every route behind a path of its own: by that alone the gateway knows who can neither wait nor read for long. */
export function withoutGptPath(raw: IncomingMessage): string {
  const { url = '/' } = raw
  if (!url.startsWith(`${GPT_PATH}/`)) return url
  fromGpts.add(raw)
  return url.slice(GPT_PATH.length)
}

export const isFromGpt = ({ raw }: FastifyRequest): boolean => fromGpts.has(raw)

import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Operation } from '../../contract/operation.ts'
import { GPT_PATH } from '../../contract/packs.ts'
import { LONGEST_WAIT_S } from '../../contract/reserved.ts'

/** A GPT fails an answer of 100,000 characters. What is left is for the envelope. */
export const MOST_CHARS = 95_000

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

/** What the header Prefer would say, could a GPT send it: a call that may take longer becomes a job, which it can ask after. */
export const preferenceOf = (request: FastifyRequest, { timeout_ms }: Operation): string | string[] | undefined =>
  isFromGpt(request) && timeout_ms > LONGEST_WAIT_S * 1000 ? `respond-async, wait=${LONGEST_WAIT_S}` : request.headers['prefer']

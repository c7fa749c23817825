import type { FastifyInstance } from 'fastify'
import { OperationError } from '../../../contract/errors.ts'
import { type Written, write } from '../../../contract/etag.ts'
import { GATEWAY_ROUTES } from '../../../contract/gateway.ts'
import { GPT_PATH, MOST_IN_PACK, type Pack, suggested } from '../../../contract/packs.ts'
import { readFlat } from '../../../contract/read.ts'
import { remember } from '../../../contract/remember.ts'
import { type OpenapiParts, sendWritten } from '../route.ts'
import { gptDocument } from './document.ts'

export interface GptParts extends OpenapiParts {
  packs: () => readonly Pack[]
  publicUrl?: string | undefined
}

const MOST_KEPT = 24
const ROUTE = GATEWAY_ROUTES.gpt

/** GET /openapi/gpt/:pack: what the key may call of a pack, as GPT Actions take it. */
export function gptRoute(app: FastifyInstance, { catalog, ports, packs, version, publicUrl }: GptParts): void {
  const written = remember<Written>(MOST_KEPT)
  app.get(ROUTE.path, (request, reply) => {
    const { pack: name } = readFlat(ROUTE.id, ROUTE.input, { ...Object(request.query), ...Object(request.params) })
    const pack = packOrFail(packs(), String(name))
    const operations = pack.operations.filter(operation => ports.visible(operation, request.caller))
    const serverUrl = httpsOrFail(publicUrl)
    refuseLarge(pack.name, operations.length)
    const key = [serverUrl, pack.name, ...operations.map(({ id }) => id)].join(' ')
    return sendWritten(
      request,
      reply,
      written(key, () => write(gptDocument(catalog, { name: pack.name, operations }, { version, serverUrl })))
    )
  })
}

function packOrFail(packs: readonly Pack[], name: string): Pack {
  const found = packs.find(pack => pack.name === name)
  if (found) return found
  const names = packs.map(pack => pack.name)
  throw new OperationError('route_not_found', `There is no pack ${name}.`, {
    suggestions: [...suggested(name, names), `There are: ${names.join(', ')}.`]
  })
}

function httpsOrFail(publicUrl: string | undefined): string {
  const { protocol, port } = publicUrl === undefined ? { protocol: '', port: '' } : new URL(publicUrl)
  if (protocol === 'https:' && port === '') return `${publicUrl}${GPT_PATH}`
  throw new OperationError(
    'configuration_missing',
    'GPT Actions call https on port 443 only, and no such address of this gateway is set.',
    {
      suggestions: ['Set TOOLGATE_PUBLIC_URL to where it is reached from the internet, such as https://tools.example.com.']
    }
  )
}

function refuseLarge(name: string, count: number): void {
  if (count <= MOST_IN_PACK) return
  throw new OperationError('cannot_be_honoured', `The pack ${name} has ${count} operations; a GPT takes ${MOST_IN_PACK} at most.`, {
    suggestions: [
      'Make it smaller, or two of it, under packs in the config file. The verbs of jobs, which a bulk action brings along, count.'
    ]
  })
}

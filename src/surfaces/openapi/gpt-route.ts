import type { FastifyInstance } from 'fastify'
import type { Catalog } from '../../catalog/catalog.ts'
import { GPT_PATH, MAX_IN_PACK, type Pack, suggestNames } from '../../catalog/packs.ts'
import type { Visible } from '../../catalog/visible.ts'
import { OperationError } from '../../contract/errors.ts'
import { readFlat } from '../../pipeline/input/read-input.ts'
import type { DocumentCache } from '../shared/document-cache.ts'
import { GATEWAY_ROUTES } from '../shared/gateway-routes.ts'
import { detailKey, detailOf } from '../shared/list-query.ts'
import { gatewayOptions } from '../shared/route-schema.ts'
import type { Node } from './components.ts'
import { filterDocument } from './filter.ts'
import { gptDocument } from './gpt-document.ts'
import { sendDocument } from './route.ts'

export interface GptParts {
  catalog: Catalog
  documents: DocumentCache
  visible: Visible
  packs: () => readonly Pack[]
  publicUrl?: string | undefined
  /** Returns the OpenAPI document of the whole gateway. */
  whole: () => Node
}

const ROUTE = GATEWAY_ROUTES.gpt

/** GET /openapi/gpt/:pack: what the key may call of a pack, as the schema of GPT Actions. */
export function gptRoute(app: FastifyInstance, { catalog, visible, packs, documents, publicUrl, whole }: GptParts): void {
  app.get(ROUTE.path, gatewayOptions(ROUTE), (request, reply) => {
    const { pack: name, ...query } = readFlat(ROUTE.id, ROUTE.input, { ...Object(request.query), ...Object(request.params) })
    const pack = packOrFail(packs(), String(name))
    const operations = visible.operations(request.caller, { packs: [pack.name] })
    const serverUrl = httpsOrFail(publicUrl)
    refuseLarge(pack.name, operations.length)
    const detail = detailOf(query, visible)
    const key = ['gpt', pack.name, detailKey(detail, operations), ...operations.map(({ id }) => id)]
    const create = (address: string): Node =>
      gptDocument(filterDocument(whole(), catalog, gptFilter({ name: pack.name, operations })), { operations }, address, detail)
    return sendDocument(request, reply, documents(key, serverUrl, create))
  })
}

/** The part of the document that a pack needs. */
export const gptFilter = ({ name, operations }: Pick<Pack, 'name' | 'operations'>) => ({
  operations,
  gateway: 'none' as const,
  title: `Toolgate: ${name}`
})

function packOrFail(packs: readonly Pack[], name: string): Pack {
  const found = packs.find(pack => pack.name === name)
  if (found) return found
  const names = packs.map(pack => pack.name)
  throw new OperationError('route_not_found', `There is no pack ${name}.`, {
    suggestions: [...suggestNames(name, names), `Packs: ${names.join(', ')}.`]
  })
}

function httpsOrFail(publicUrl: string | undefined): string {
  const { protocol, port } = publicUrl === undefined ? { protocol: '', port: '' } : new URL(publicUrl)
  if (protocol === 'https:' && port === '') return `${publicUrl}${GPT_PATH}`
  throw new OperationError(
    'configuration_missing',
    'GPT Actions need an https address on port 443, and this gateway has none configured.',
    {
      suggestions: ['Set TOOLGATE_PUBLIC_URL to the address at which it is reached from the internet, such as https://tools.example.com.']
    }
  )
}

function refuseLarge(name: string, count: number): void {
  if (count <= MAX_IN_PACK) return
  throw new OperationError('cannot_be_honoured', `The pack ${name} has ${count} operations; GPT Actions support at most ${MAX_IN_PACK}.`, {
    suggestions: [
      'Reduce the pack, or split it into two, under `packs` in the configuration file. The job operations that a bulk operation needs count too.'
    ]
  })
}

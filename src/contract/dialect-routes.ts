import { Type } from 'typebox'
import type { GatewayRoute } from './gateway-route.ts'
import { DialectRow, PackRow } from './gateway-shapes.ts'
import { listOf } from './schema.ts'

const PackName = Type.String({ minLength: 1, maxLength: 64, description: 'Name of a pack, such as gitlab. GET /v1/dialects lists them' })

const NONE = Type.Object({})

/** Where the catalog is told in the words of others. */
export const DIALECT_ROUTES = {
  dialects: {
    id: 'toolgate_list_dialects',
    method: 'GET',
    path: '/v1/dialects',
    summary: 'List the dialects and packs',
    description:
      'The forms in which a model or a tool can be given the operations, and the packs: choices of operations that are small enough for one assistant.',
    input: NONE,
    output: listOf(DialectRow, { packs: Type.Array(PackRow, { description: 'The packs of which this key may call something' }) }),
    errors: []
  },
  dialect: {
    id: 'toolgate_get_dialect',
    method: 'GET',
    path: '/v1/dialects/:dialect',
    summary: 'Get the operations in one dialect',
    description:
      'What this key may call, as tools of OpenAI, Anthropic, Gemini or MCP, as OpenAPI, as a Postman collection, or as a page for models. Answers the document itself, with an ETag. Where a tool is told more loosely than it is, loose says why. A bulk action brings the verbs of its job with it.',
    input: Type.Object({
      dialect: Type.String({ minLength: 1, maxLength: 64, description: 'Name of a dialect, such as openai-responses' }),
      tag: Type.Optional(
        Type.String({ minLength: 1, maxLength: 128, description: 'Only this system, or this group of one: gitlab, gitlab:issues' })
      ),
      pack: Type.Optional(PackName)
    }),
    output: NONE,
    document: ['application/json', 'text/markdown'],
    errors: ['route_not_found']
  },
  gpt: {
    id: 'toolgate_get_gpt_pack',
    method: 'GET',
    path: '/openapi/gpt/:pack',
    summary: 'Get a pack as the schema of a GPT’s actions',
    description:
      'OpenAPI 3.1 within the limits of GPT Actions: at most 30 operations, short descriptions, one https server, no headers. It needs TOOLGATE_PUBLIC_URL.',
    input: Type.Object({ pack: PackName }),
    output: NONE,
    document: ['application/json'],
    errors: ['route_not_found', 'configuration_missing', 'cannot_be_honoured']
  }
} as const satisfies Record<string, GatewayRoute>

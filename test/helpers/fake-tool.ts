import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { type TObject, type TProperties, Type } from 'typebox'
import type { Call } from '../../src/contract/call.ts'
import { defineOperation, type Operation } from '../../src/contract/operation.ts'
import { type AnyTool, defineTool } from '../../src/contract/tool.ts'

/** A fake system without settings, for operations of tests. */
export const fakeTool: AnyTool = defineTool({
  name: 'workshop',
  title: 'Workshop',
  description: 'A system of the tests.',
  prompt: 'Use it in tests.',
  settings: Type.Object({}),
  connect: () => ({}),
  available: async () => ({ available: true }),
  concurrent: true
})

type Input = Record<string, unknown>
type Handler = (input: Input, call: Call<unknown>) => unknown
type Making = Partial<Omit<Operation, 'kind' | 'id' | 'tool' | 'name' | 'input' | 'handler'>>

/** Creates an operation of the fake system. Without a handler it returns its input as `seen`. */
export function fakeOperation(name: string, properties: TProperties, handler?: Handler, more: Making & { tool?: AnyTool } = {}): Operation {
  const { tool = fakeTool, permission = 'read', http = `POST /${name}`, output = SEEN, ...rest } = more
  const operation = defineOperation(tool, {
    name,
    summary: `The ${name} of the tests`,
    description: 'Use it in tests, and not otherwise.',
    permission,
    http,
    input: Type.Object(properties),
    output,
    errors: {},
    examples: [],
    handler: async () => ({})
  })
  return { ...operation, ...rest, handler: async (input: Input, call) => (handler ? await handler(input, call) : { seen: input }) }
}

const SEEN: TObject = Type.Object({ seen: Type.Unknown() })

export const byName = (app: FastifyInstance, id: string, payload: unknown): Promise<LightMyRequestResponse> =>
  app.inject({
    method: 'POST',
    url: `/v1/operations/${id}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(payload)
  })

export const post = (app: FastifyInstance, url: string, payload: unknown): Promise<LightMyRequestResponse> =>
  app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload: JSON.stringify(payload) })

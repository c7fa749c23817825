import Fastify from 'fastify'
import pino from 'pino'
import { Type } from 'typebox'
import { callerSchema, publicSchema, toJsonSchema } from '../../src/catalog/json-schema.ts'
import { inputOf } from '../../src/catalog/reserved-inputs.ts'
import { reportUsage } from '../lib/measure.ts'
import { listThings } from './definition.ts'

// A carefully hand-written server for this one route: the same schemas, response and log line.
const app = Fastify({
  loggerInstance: pino({ level: 'info' }, pino.destination({ dest: '/dev/null', sync: false })),
  logController: new Fastify.LogController({ disableRequestLogging: true }),
  ajv: { customOptions: { removeAdditional: false, coerceTypes: true } }
})

const input = callerSchema(inputOf(listThings))
const { project_id: path, ...query } = input.properties ?? {}
const metadata = Type.Object({
  operation: Type.String(),
  instance: Type.String(),
  request_id: Type.String(),
  execution_time_ms: Type.Number()
})
const response = Type.Object({ success: Type.Boolean(), data: listThings.output, metadata })

app.get<{ Params: { project_id: number }; Querystring: Record<string, unknown> }>(
  '/v1/bench/projects/:project_id/things',
  {
    schema: {
      params: { type: 'object', properties: { project_id: path }, required: ['project_id'] },
      querystring: { type: 'object', properties: query, additionalProperties: false },
      response: { 200: publicSchema(toJsonSchema(response)) }
    }
  },
  async request => {
    const started = performance.now()
    const data = await listThings.handler(request.query, Object.create(null))
    const duration_ms = Math.round((performance.now() - started) * 10) / 10
    const params = { ...request.query, ...request.params }
    request.log.info(
      { tool: listThings.id, duration_ms, success: true, caller: 'bench', request_id: request.id, params },
      'Tool execution completed'
    )
    return {
      success: true,
      data,
      metadata: { operation: listThings.id, instance: 'default', request_id: request.id, execution_time_ms: duration_ms }
    }
  }
)
reportUsage(await app.listen({ port: 0, host: '127.0.0.1' }))

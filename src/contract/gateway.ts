import { Type } from 'typebox'
import { OpenShape } from './describe.ts'
import { DIALECT_ROUTES } from './dialect-routes.ts'
import type { GatewayRoute } from './gateway-route.ts'
import { CallsOfModel, CatalogEntry, CatalogRow, ErrorPage, Instance, ResultsOfCalls, ToolEntry } from './gateway-shapes.ts'
import { PERMISSIONS } from './operation.ts'
import { listOf, nullable, words } from './schema.ts'

const System = Type.String({ minLength: 1, maxLength: 64, description: 'Name of a system, such as filesystem' })
const OperationId = Type.String({
  minLength: 1,
  maxLength: 128,
  description: 'Id of an operation, such as filesystem_read_file, or an alias'
})

const NONE = Type.Object({})

const LISTING = { input: { id: 'filesystem_list_directory' }, body: { path: '.' } }

export const GATEWAY_ROUTES = {
  catalog: {
    id: 'toolgate_list_operations',
    method: 'GET',
    path: '/v1/catalog',
    summary: 'List the operations this key may call',
    description: 'A row for each operation. Use it to find one; toolgate_get_operation tells all about it.',
    input: Type.Object({
      system: Type.Optional(System),
      query: Type.Optional(
        Type.String({
          maxLength: 200,
          description: 'Words that say what is wanted, such as send an email: what they fit best comes first. Absent: all, by id'
        })
      ),
      limit: Type.Integer({ minimum: 1, maximum: 1000, default: 1000, description: 'Most rows in one page' }),
      cursor: Type.Optional(Type.String({ maxLength: 128, description: 'next_cursor of the page before. Absent: the first page' }))
    }),
    output: listOf(CatalogRow, {}),
    errors: []
  },
  operation: {
    id: 'toolgate_get_operation',
    method: 'GET',
    path: '/v1/catalog/:id',
    summary: 'Tell all about one operation',
    description: 'Schemas, examples and errors of the operation, as its definition states them.',
    input: Type.Object({ id: OperationId }),
    output: CatalogEntry,
    errors: ['operation_not_found']
  },
  call: {
    id: 'toolgate_call',
    method: 'POST',
    path: '/v1/operations/:id',
    summary: 'Call an operation by its name',
    description:
      'The body is the whole input. Also takes the aliases of an operation, and camelCase spellings of its properties. Takes an Idempotency-Key where the operation does. Answers as the operation does.',
    input: Type.Object({ id: OperationId }),
    body: OpenShape('The whole input of the operation'),
    example: LISTING,
    output: OpenShape('The answer of the operation'),
    errors: ['operation_not_found']
  },
  many: {
    id: 'toolgate_call_many',
    method: 'POST',
    path: '/v1/operations',
    summary: 'Make several calls at once',
    description:
      'For the calls that a model asks for in one turn: send them as they came, and get one result for each, in the same order. A call that fails is a result too: the answer is 200. Reads run side by side; a call that may change something waits for all before it, and all after it wait for it. Each call is made as if it came by name alone. With an Idempotency-Key each call has a part of it, so that all can be sent again.',
    input: Type.Object({}),
    body: CallsOfModel,
    output: ResultsOfCalls,
    errors: []
  },
  check: {
    id: 'toolgate_check',
    method: 'POST',
    path: '/v1/operations/:id/check',
    summary: 'Say what a call would do, and run nothing',
    description:
      'Reads the input as the operation would: its problems, the permission it needs, whether this key may make the call, whether it waits for confirm: true.',
    input: Type.Object({ id: OperationId }),
    body: OpenShape('The whole input of the operation, right or wrong'),
    example: LISTING,
    output: Type.Object({
      operation: Type.String({ description: 'Id of the operation' }),
      permission: nullable(words(PERMISSIONS, {}), {
        description: 'What the call would need; null while the input is wrong'
      }),
      allowed: Type.Boolean({ description: 'This key may make the call, once it is confirmed where needed' }),
      needs_confirmation: Type.Boolean({ description: 'It would be answered 428 without confirm: true' }),
      refusal: nullable(Type.String(), { description: 'Why it is not allowed and what would lift that; null where it is' }),
      message: nullable(Type.String(), { description: 'What would be done, in a sentence; null while the input is wrong' }),
      input: nullable(OpenShape('The input as the operation would get it'), { description: 'With defaults set; null while it is wrong' }),
      issues: Type.Array(
        Type.Object({
          path: Type.String({ description: 'Where' }),
          message: Type.String({ description: 'What is wrong' }),
          expected: Type.Optional(Type.String({ description: 'What would be right' }))
        }),
        { description: 'Every problem of the input' }
      )
    }),
    errors: ['operation_not_found']
  },
  tools: {
    id: 'toolgate_list_systems',
    method: 'GET',
    path: '/v1/tools',
    summary: 'List the systems',
    description: 'Each system with how to use it, its instances, and why it is not available where it is not.',
    input: NONE,
    output: listOf(ToolEntry, {}),
    errors: []
  },
  tool: {
    id: 'toolgate_get_system',
    method: 'GET',
    path: '/v1/tools/:system',
    summary: 'Tell about one system',
    description: 'How and when to use it, its instances and its operations.',
    input: Type.Object({ system: System }),
    output: ToolEntry,
    errors: ['system_not_found']
  },
  instances: {
    id: 'toolgate_list_instances',
    method: 'GET',
    path: '/v1/instances',
    summary: 'List the configured instances',
    description: 'Every instance of every system, and whether it can be used. Never a secret.',
    input: NONE,
    output: listOf(Instance, {}),
    errors: []
  },
  test: {
    id: 'toolgate_test_instance',
    method: 'POST',
    path: '/v1/instances/:system/:name/test',
    summary: 'Test one instance',
    description: 'Connects with its settings and says whether it can be used.',
    input: Type.Object({ system: System, name: Type.String({ minLength: 1, maxLength: 64, description: 'Name of the instance' }) }),
    output: Instance,
    errors: ['system_not_found', 'instance_not_found']
  },
  ...DIALECT_ROUTES,
  error: {
    id: 'toolgate_explain_error',
    method: 'GET',
    path: '/errors/:code',
    summary: 'Tell what an error code means',
    description: 'The page that the type of a problem points to: the meaning of the code, its HTTP status, and the reasons below it.',
    input: Type.Object({
      code: Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'A code, such as VALIDATION_ERROR or GITLAB_SERVER_ERROR, or a reason'
      })
    }),
    output: ErrorPage,
    errors: ['route_not_found'],
    public: true
  }
} as const satisfies Record<string, GatewayRoute>

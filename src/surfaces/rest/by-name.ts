import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Catalog } from '../../catalog/catalog.ts'
import { resolveOrFail, suggestOperations } from '../../catalog/resolve.ts'
import type { Caller } from '../../contract/call.ts'
import { OperationError } from '../../contract/errors.ts'
import { type Operation, permissionOf } from '../../contract/operation.ts'
import { assertInstanceAvailable, authorize, refusalBeforeInput } from '../../pipeline/authorize.ts'
import { readFlat, readInput } from '../../pipeline/input/read-input.ts'
import { redacted } from '../../pipeline/log/loggable.ts'
import type { Connections, Ports } from '../../pipeline/ports.ts'
import { callMessage } from '../../pipeline/render.ts'
import { GATEWAY_ROUTES } from '../shared/gateway-routes.ts'
import { gatewayOptions } from '../shared/route-schema.ts'
import type { ContextOf } from './context.ts'
import { formLimits } from './form.ts'
import { inQuery, withHeaders } from './input.ts'
import { refuseBeforeBody, runOperation } from './operations.ts'
import { flatPath } from './query.ts'
import type { UploadQuota } from './upload-quota.ts'

type Input = Record<string, unknown>

interface Names {
  catalog: Catalog
  ports: Ports
}

const readName = flatPath(GATEWAY_ROUTES.call.input)

/** POST /v1/operations/:id. Only the path decides who may call, and how large the body may be: both are known before the body is read. */
export function callRoute(app: FastifyInstance, names: Names & { contextOf: ContextOf; quota: UploadQuota }): void {
  const { call } = GATEWAY_ROUTES
  app.post(
    call.path,
    {
      ...gatewayOptions(call, { maxBody: maxBodyOf(names) }),
      onRequest: [
        refuseBeforeBody(names.ports, request => namedOrFail(names, request), 'by_name'),
        names.quota.ofJson(request => (namedOrFail(names, request).some(formLimits) ? maxBodyOf(names)(request) : undefined))
      ]
    },
    (request, reply) => {
      const { operation, input } = resolveRequest(names, request)
      request.system = operation.tool.name
      return runOperation(
        request,
        reply,
        operation,
        names.contextOf,
        () => withHeaders(request, operation, { raw: input, issues: inQuery(request.query) }, { byName: true }),
        true
      )
    }
  )
}

/** Largest body of the operations that the path names. */
export const maxBodyOf =
  (names: Names) =>
  (request: FastifyRequest): number =>
    Math.max(...namedOrFail(names, request).map(operation => operation.max_body))

/** Returns the operation with that ID or alias. An alias may select the operation by the input. */
export const resolveFor = (names: Names, name: string, input: unknown, caller: Caller): { operation: Operation; input: unknown } =>
  resolveOrFail(names.catalog, name, input, () => notFound(names, name, caller))

/** Returns the operation that the path of a request names, and its input. */
export const resolveRequest = (names: Names, request: FastifyRequest): { operation: Operation; input: unknown } =>
  resolveFor(names, String(readName(request)['id']), request.body ?? {}, request.caller)

/** Returns the operation with that ID or alias, if the caller may see it. */
export function visibleOrFail(names: Names, name: string, caller: Caller): Operation {
  const { operation } = resolveFor(names, name, {}, caller)
  if (names.ports.visible(operation, caller)) return operation
  throw notFound(names, name, caller)
}

/** Returns the operations that the path of a request may name, before its body is read: several for some aliases. */
export function namedOrFail(names: Names, request: FastifyRequest): readonly Operation[] {
  const path = readName(request)
  const operation = names.catalog.get(String(path['id'])) // a known ID needs no further validation
  if (operation) return [operation]
  const { id } = readFlat(GATEWAY_ROUTES.call.id, GATEWAY_ROUTES.call.input, path)
  const operations = names.catalog.named(String(id))
  if (operations.length === 0) throw notFound(names, String(id), request.caller)
  return operations
}

const notFound = ({ catalog, ports }: Names, name: string, caller: Caller): OperationError =>
  new OperationError('operation_not_found', `No operation ${name.slice(0, 128)} is visible to this key.`, {
    suggestions: [
      ...suggestOperations(
        name,
        catalog.operations.filter(operation => ports.visible(operation, caller))
      ),
      'GET /v1/catalog lists the available operations.'
    ]
  })

/** Checks a call before its input is read. Returns undefined if the caller may be allowed, depending on the input. */
export function checkBeforeInput(operations: readonly Operation[], caller: Caller, { ports }: Pick<Names, 'ports'>): object | undefined {
  const refusal = refusalBeforeInput(operations, { caller, ports })
  const [operation] = operations
  return operation && refusal && refusedCheck(operation, refusal)
}

/** Checks what a call would do, whether the caller may make it, and whether its input is valid. Runs nothing. */
export async function checkCall(
  operation: Operation,
  raw: unknown,
  caller: Caller,
  { ports, connections }: Pick<Names, 'ports'> & { connections: Connections }
): Promise<object> {
  const input = attempt(() => readInput(operation, raw, true))
  if (input instanceof OperationError) return refusedCheck(operation, input)
  const verdict = attempt(() => authorize(operation, input, { caller, ports, connections }))
  const denied = verdict instanceof OperationError ? verdict : undefined
  const unavailable =
    denied && denied.reason !== 'confirmation_required'
      ? undefined
      : await assertInstanceAvailable(operation, input, { connections }).catch(asRefusal)
  const refusal = unavailable ?? denied
  const needsConfirmation = refusal?.reason === 'confirmation_required'
  return {
    operation: operation.id,
    permission: permissionOf(operation, input),
    allowed: !refusal || needsConfirmation,
    needs_confirmation: needsConfirmation,
    needs_approval: verdict === 'approval' && !refusal && operation.kind === 'operation' && input['dry_run'] !== true,
    refusal: !refusal || needsConfirmation ? null : refusal.message,
    message: callMessage(operation, input),
    input: redacted(operation, input),
    issues: []
  }
}

const refusedCheck = ({ id, permission }: Operation, { code, message, details }: OperationError): Input => ({
  operation: id,
  permission: code === 'PERMISSION_ERROR' && typeof permission === 'string' ? permission : null,
  allowed: false,
  needs_confirmation: false,
  needs_approval: false,
  refusal: message,
  message: null,
  input: null,
  issues: details.issues ?? []
})

function attempt<T>(run: () => T): T | OperationError {
  try {
    return run()
  } catch (error) {
    return asRefusal(error)
  }
}

/** Returns a refusal. Any other error is a defect, and is thrown. */
function asRefusal(error: unknown): OperationError {
  if (error instanceof OperationError) return error
  throw error
}

import { admit, demandUsable } from '../../contract/admit.ts'
import type { Caller } from '../../contract/caller.ts'
import { OperationError } from '../../contract/errors.ts'
import { redacted } from '../../contract/log.ts'
import { type Operation, permissionOf } from '../../contract/operation.ts'
import type { Connections, Ports } from '../../contract/ports.ts'
import { readInput } from '../../contract/read.ts'
import { messageFor } from '../../contract/render.ts'

type Input = Record<string, unknown>

interface Lent {
  ports: Ports
  connections: Connections
}

/** What a call would do, whether it may be made, and what is wrong with its input. Runs nothing. */
export async function check(operation: Operation, raw: unknown, caller: Caller, { ports, connections }: Lent): Promise<object> {
  const read = attempt(() => readInput(operation, raw, true))
  if (read instanceof OperationError) return refused(operation, read, refusalWhatever(operation, caller, ports))
  const verdict = attempt(() => admit(operation, read, { caller, ports }))
  const asks = verdict instanceof OperationError ? verdict : undefined
  const able =
    asks && asks.reason !== 'confirmation_required' ? undefined : await demandUsable(operation, read, { connections }).catch(told)
  const refusal = able ?? asks
  const waits = refusal?.reason === 'confirmation_required'
  return {
    operation: operation.id,
    permission: permissionOf(operation, read),
    allowed: !refusal || waits,
    needs_confirmation: waits,
    refusal: !refusal || waits ? null : refusal.message,
    message: messageFor(operation, read),
    input: redacted(operation, read),
    issues: []
  }
}

/** Why the call may not be made, however its input is mended. */
function refusalWhatever(operation: Operation, caller: Caller, ports: Ports): OperationError | undefined {
  if (typeof operation.permission !== 'string') return undefined
  const verdict = attempt(() => admit(operation, { confirm: true }, { caller, ports }))
  return verdict instanceof OperationError && verdict.code === 'PERMISSION_ERROR' ? verdict : undefined
}

const refused = ({ id }: Operation, { message, details }: OperationError, first?: OperationError): Input => ({
  operation: id,
  permission: null,
  allowed: false,
  needs_confirmation: false,
  refusal: first ? `${first.message} ${message}` : message,
  message: null,
  input: null,
  issues: details.issues ?? []
})

function attempt<T>(run: () => T): T | OperationError {
  try {
    return run()
  } catch (error) {
    return told(error)
  }
}

/** A refusal is what is answered; all else is a defect. */
function told(error: unknown): OperationError {
  if (error instanceof OperationError) return error
  throw error
}

import { admit } from '../../contract/admit.ts'
import type { Caller } from '../../contract/caller.ts'
import { OperationError } from '../../contract/errors.ts'
import { redacted } from '../../contract/log.ts'
import { type Operation, permissionOf } from '../../contract/operation.ts'
import type { Ports } from '../../contract/ports.ts'
import { readInput } from '../../contract/read.ts'
import { messageFor } from '../../contract/render.ts'

type Input = Record<string, unknown>

/** What a call would do, whether it may be made, and what is wrong with its input. Runs nothing. */
export function check(operation: Operation, raw: unknown, caller: Caller, ports: Ports): object {
  const read = attempt(() => readInput(operation, raw, true))
  if (read instanceof OperationError) return refused(operation, read, refusalWhatever(operation, caller, ports))
  const verdict = attempt(() => admit(operation, read, { caller, ports }))
  const refusal = verdict instanceof OperationError ? verdict : undefined
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
    if (error instanceof OperationError) return error
    throw error
  }
}

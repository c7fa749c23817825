import { randomUUID } from 'node:crypto'
import type { Catalog } from '../catalog/catalog.ts'
import { acceptsApproval, acceptsIdempotencyKey } from '../catalog/reserved-inputs.ts'
import { OperationError } from '../contract/errors.ts'
import type { InvokeContext } from '../pipeline/context.ts'
import { invoke } from '../pipeline/invoke.ts'
import type { RecordPort } from '../pipeline/ports.ts'
import type { CallLog } from '../record/record.ts'

/** Returns the record with the ability to replay its calls. A replay is a new call: only its input is that of the recorded one. */
export const withReplay = (record: CallLog, { get }: Pick<Catalog, 'get'>): RecordPort => ({
  ...record,
  async replay(id, { confirm, approvalId }, context) {
    const { operation: name, input } = await record.storedCall(context.caller, id)
    const operation = get(name)
    if (!operation) throw new OperationError('body_not_stored', `The operation ${name} of call ${id} no longer exists.`, GATEWAY)
    if (operation.transient)
      throw new OperationError('body_not_stored', `Calls of ${name} are not replayed, because their results must not be stored.`, GATEWAY)
    const own = {
      ...(confirm && { confirm }),
      ...(approvalId !== undefined && acceptsApproval(operation) && { approval_id: approvalId }),
      ...(acceptsIdempotencyKey(operation) && { idempotency_key: randomUUID() })
    }
    context.admission?.release() // the replayed call counts instead: otherwise no key with one concurrent call could replay
    return await invoke(operation, { ...input, ...own }, { ...callerOf(context), replayOf: id })
  }
})

const GATEWAY = { source: 'gateway', outcome: 'not_executed' } as const

/** The caller and services of the request, without what concerns the input and the form of its own response. */
const callerOf = ({ caller, connections, jobs, log, ports, requestId, surface, clientConnection, publicUrl, maxChars }: InvokeContext) => ({
  caller,
  connections,
  jobs,
  log,
  ports,
  requestId,
  clientConnection,
  ...(surface && { surface }),
  ...(publicUrl !== undefined && { publicUrl }),
  ...(maxChars !== undefined && { maxChars })
})

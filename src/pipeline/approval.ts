import { createHash } from 'node:crypto'
import { ASYNC_NAMES } from '../catalog/reserved-inputs.ts'
import { OperationError } from '../contract/errors.ts'
import type { Operation, Permission } from '../contract/operation.ts'
import { canonicalJson } from '../lib/canonical-json.ts'
import type { InvokeContext } from './context.ts'
import { redacted } from './log/loggable.ts'
import type { ApprovalRequest, Connection } from './ports.ts'
import { callMessage } from './render.ts'

type Input = Record<string, unknown>

/** Inputs that concern how a call is sent and run, not what it does, unless the operation itself defines them. */
const ABOUT_SENDING: ReadonlySet<string> = new Set([...ASYNC_NAMES, 'approval_id', 'compact', 'confirm', 'idempotency_key', 'instance'])

/** Marks the approval of a call as used, and returns its ID. Throws if the call must not run: see ApprovalsPort. */
export async function useApproval(
  operation: Operation,
  input: Input,
  { permission, connection }: { permission: Permission; connection: Connection },
  context: InvokeContext
): Promise<string> {
  const { caller, ports, responseDefaults, jobId, replayOf, notifyUrl } = context
  const { approval_id: approvalId } = input
  const own = ownInput(operation, input)
  const { instance, fingerprint = null } = connection
  const file = await sentFile(context)
  return await ports.approvals.use({
    caller,
    operation: operation.id,
    system: operation.tool.name,
    instance,
    permission,
    subject: canonicalJson({ operation: operation.id, instance, fingerprint, permission, input: own, file, notifyUrl }),
    message: callMessage(operation, input),
    details: { ...operation.confirmation_details?.(input), ...(file && { file }) },
    input: { ...redacted(operation, own), ...(notifyUrl !== undefined && { notify_url: new URL(notifyUrl).origin }) },
    irreversible: permission === 'destructive',
    cost: operation.costly ?? null,
    ...(typeof approvalId === 'string' && { approvalId }),
    ...((responseDefaults?.lean || replayOf !== undefined) && { cannotName: true }),
    jobId
  } satisfies ApprovalRequest)
}

const ownInput = ({ input: { properties } }: Operation, input: Input): Input =>
  Object.fromEntries(Object.entries(input).filter(([name]) => Object.hasOwn(properties, name) || !ABOUT_SENDING.has(name)))

/** Returns what identifies a file that was sent outside of the input; null if there is none. The approval covers it. */
async function sentFile({ upload, body }: InvokeContext): Promise<{ name: string; type: string; bytes: number; sha256: string } | null> {
  if (body)
    throw new OperationError('cannot_be_honoured', 'This call needs an approval, which cannot cover a streamed body. Nothing was done.', {
      source: 'gateway',
      outcome: 'not_executed',
      suggestions: ['Send the content in a JSON body or as a form.']
    })
  if (!upload) return null
  const sha256 = createHash('sha256')
  for await (const chunk of upload.stream()) sha256.update(chunk)
  return { name: upload.name, type: upload.type, bytes: upload.size, sha256: sha256.digest('hex') }
}

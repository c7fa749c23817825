import { parseArgs } from 'node:util'
import type { Output } from '../client/client.ts'
import type { ProcessEnvironment } from '../config/environment.ts'
import { inColumns } from './in-columns.ts'
import { type Outcome, printableLine } from './outcome.ts'
import { remote, runCommand } from './remote.ts'

/** `toolgate approvals list` */
export async function listApprovals(words: string[], env: ProcessEnvironment): Promise<Outcome> {
  const options = { json: { type: 'boolean' }, all: { type: 'boolean' } } as const
  const { json = false, all = false } = parseArgs({ args: words, options }).values
  return await runCommand(async () => {
    const items = await allApprovals(env, all ? {} : { status: ['pending'] })
    if (json) return { code: 0, out: JSON.stringify(items, null, 2) }
    const rows = items.map(({ id, status, principal, expires_at, message }) => [id, status, principal, expires_at, message])
    return { code: 0, out: rows.length === 0 ? 'No approvals.' : inColumns(rows) }
  })
}

async function allApprovals(env: ProcessEnvironment, filter: { status?: ['pending'] }): Promise<Output<'approvals_list'>['items']> {
  const client = remote(env)
  const found: Output<'approvals_list'>['items'] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await client.call('approvals_list', { ...filter, limit: 100, ...(cursor !== undefined && { cursor }) })
    found.push(...page.items)
    cursor = page.next_cursor
  }
  return found
}

/** `toolgate approvals approve ID` */
export async function approveCall(words: string[], env: ProcessEnvironment): Promise<Outcome> {
  const { id, reason } = decisionIn(words)
  if (id === undefined) return { code: 2, err: 'toolgate approvals approve: name the ID of one approval' }
  return await runCommand(async () => {
    const input = { id, ...(reason !== undefined && { reason }) }
    const { principal, message } = await remote(env).call('approvals_approve', input)
    return { code: 0, out: printableLine(`Approved for ${principal}, once: ${message}`) }
  })
}

/** `toolgate approvals deny ID --reason TEXT` */
export async function denyCall(words: string[], env: ProcessEnvironment): Promise<Outcome> {
  const { id, reason } = decisionIn(words)
  if (id === undefined || reason === undefined)
    return { code: 2, err: 'toolgate approvals deny: name the ID of one approval, and a reason with --reason' }
  return await runCommand(async () => {
    const { principal, message } = await remote(env).call('approvals_deny', { id, reason })
    return { code: 0, out: printableLine(`Denied for ${principal}: ${message}`) }
  })
}

function decisionIn(args: string[]): { id: string | undefined; reason: string | undefined } {
  const { positionals, values } = parseArgs({ args, options: { reason: { type: 'string' } }, allowPositionals: true })
  return { id: positionals.length === 1 ? positionals[0] : undefined, reason: values.reason }
}

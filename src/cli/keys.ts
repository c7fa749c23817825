import { parseArgs } from 'node:util'
import type { Output } from '../client/client.ts'
import type { ProcessEnvironment } from '../config/environment.ts'
import { inColumns } from './in-columns.ts'
import type { Outcome } from './outcome.ts'
import { remote, runCommand } from './remote.ts'

/** `toolgate keys list`: the keys of a running gateway. */
export async function listKeys(words: string[], env: ProcessEnvironment): Promise<Outcome> {
  const options = { json: { type: 'boolean' }, 'created-by': { type: 'string' } } as const
  const { json = false, 'created-by': created_by } = parseArgs({ args: words, options }).values
  return await runCommand(async () => {
    const items = await allKeys(env, { ...(created_by !== undefined && { created_by }) })
    if (json) return { code: 0, out: JSON.stringify(items, null, 2) }
    const rows = items.map(({ id, status, source, expires_at, scopes }) => [
      id,
      status,
      source,
      expires_at ?? 'no expiry',
      scopes.join(', ')
    ])
    return { code: 0, out: rows.length === 0 ? 'No keys.' : inColumns(rows) }
  })
}

async function allKeys(env: ProcessEnvironment, filter: { created_by?: string }): Promise<Output<'keys_list'>['items']> {
  const client = remote(env)
  const found: Output<'keys_list'>['items'] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await client.call('keys_list', { ...filter, max_items: 1_000, ...(cursor !== undefined && { cursor }) })
    found.push(...page.items)
    cursor = page.next_cursor
  }
  return found
}

/** `toolgate keys rotate ID`: prints the new key, which is shown nowhere else. */
export async function rotateKey(words: string[], env: ProcessEnvironment): Promise<Outcome> {
  const { positionals, values } = parseArgs({ args: words, options: { overlap: { type: 'string' } }, allowPositionals: true })
  const [id, ...more] = positionals
  if (id === undefined || more.length > 0) return { code: 2, err: 'toolgate keys rotate: name the ID of one key' }
  const { overlap } = values
  return await runCommand(async () => {
    const input = { id, confirm: true, ...(overlap !== undefined && { overlap_seconds: Number(overlap) }) }
    const { key, previous_until } = await remote(env).call('keys_rotate', input)
    const previous =
      previous_until === null ? 'The previous key is no longer accepted.' : `The previous key is accepted until ${previous_until}.`
    return { code: 0, out: `The new key of ${id}. It is shown only once:\n\n  ${key}\n\n${previous}` }
  })
}

/** `toolgate keys revoke ID`: managed keys, and those of the configuration. */
export async function revokeKey(words: string[], env: ProcessEnvironment): Promise<Outcome> {
  const { positionals, values } = parseArgs({ args: words, options: { 'cancel-jobs': { type: 'boolean' } }, allowPositionals: true })
  const [id, ...more] = positionals
  if (id === undefined || more.length > 0) return { code: 2, err: 'toolgate keys revoke: name the ID of one key' }
  return await runCommand(async () => {
    const cancel_jobs = values['cancel-jobs'] === true
    const { revoked_at, cancelled_jobs } = await remote(env).call('keys_revoke', { id, cancel_jobs })
    return { code: 0, out: `Key ${id} was revoked at ${revoked_at}.${cancel_jobs ? ` Cancelled jobs: ${cancelled_jobs}.` : ''}` }
  })
}

export interface NewManagedKey {
  id: string
  scopes: string[]
  /** A date, or a time with its zone. */
  expires?: string | undefined
  description?: string | undefined
}

/** Creates a key on a running gateway, which stores it. */
export async function createManagedKey({ id, scopes, expires, description }: NewManagedKey, env: ProcessEnvironment): Promise<Outcome> {
  const time = expires === undefined || Number.isNaN(Date.parse(expires)) ? expires : new Date(expires).toISOString()
  return await runCommand(async () => {
    const input = {
      id,
      scopes,
      confirm: true,
      ...(time !== undefined && { expires_at: time }),
      ...(description !== undefined && { description })
    }
    const { key } = await remote(env).call('keys_create', input)
    return { code: 0, out: `The key of ${id}. It is shown only once:\n\n  ${key}\n\nThe gateway stores only its hash. It is valid now.` }
  })
}

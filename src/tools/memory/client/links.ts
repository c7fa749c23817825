import { failure } from '../graph/errors.ts'
import type { LinkReference } from '../graph/links/invalidate.ts'
import { parseOptionalInstant, parseStart } from '../graph/time.ts'
import { requireLength, requireNames, requireStorable } from '../graph/validate-text.ts'
import { graphOf, type MemoryCall } from './memory.ts'

export interface NewLink {
  from: string
  relation: string
  to: string
  fact?: string
  summary?: string
  from_type?: string
  to_type?: string
  valid_at?: string
  invalid_at?: string
  source?: string
}

export async function addLink({ from, relation, to, ...more }: NewLink, call: MemoryCall) {
  requireNames({ from, relation, to })
  requireStorable({ ...more })
  const { fact, summary, from_type, to_type, valid_at, invalid_at, source } = more
  requireLength({ from, relation, to, from_type, to_type })
  const { warnings, ...result } = await graphOf(call).write('addLink', {
    from,
    relation,
    to,
    fact,
    source,
    valid_at: parseStart('valid_at', valid_at),
    invalid_at: parseOptionalInstant('invalid_at', invalid_at),
    from_about: { summary, type: from_type },
    to_about: { type: to_type }
  })
  for (const warning of warnings) call.warn(warning)
  return result
}

export interface LinkReferenceInput {
  link_id?: string | undefined
  from?: string | undefined
  relation?: string | undefined
  to?: string | undefined
}

export async function invalidateLink(
  { link_id, from, relation, to, invalid_at }: LinkReferenceInput & { invalid_at?: string | undefined },
  call: MemoryCall
) {
  const link = { link_id, from, relation, to }
  requireNames(link)
  const end = { which: referenceFrom(link), invalid_at: parseOptionalInstant('invalid_at', invalid_at) }
  const { warnings, ...result } = await graphOf(call).write('invalidateLink', end)
  for (const warning of warnings) call.warn(warning)
  return result
}

export interface LinkCorrection extends LinkReferenceInput {
  new_from?: string
  new_relation?: string
  new_to?: string
  fact?: string
  valid_at?: string
  invalid_at?: string
  source?: string
}

export async function updateLink({ new_from, new_relation, new_to, ...more }: LinkCorrection, call: MemoryCall) {
  const { fact, valid_at, invalid_at, source, link_id, from, relation, to } = more
  requireNames({ link_id, from, relation, to, new_from, new_relation, new_to })
  requireStorable({ fact, source })
  requireLength({ from: new_from, relation: new_relation, to: new_to })
  return await graphOf(call).write('updateLink', {
    which: referenceFrom({ link_id, from, relation, to }),
    from: new_from,
    relation: new_relation,
    to: new_to,
    fact,
    source,
    valid_at: parseStart('valid_at', valid_at),
    invalid_at: invalid_at === 'never' ? null : parseOptionalInstant('invalid_at', invalid_at)
  })
}

export async function deleteLink({ dry_run, ...reference }: LinkReferenceInput & { dry_run: boolean }, call: MemoryCall) {
  const { link_id, from, relation, to } = reference
  requireNames({ link_id, from, relation, to })
  return await graphOf(call).write('deleteLink', { which: referenceFrom({ link_id, from, relation, to }), dry_run })
}

function referenceFrom({ link_id, from = '', relation = '', to = '' }: LinkReferenceInput): LinkReference {
  return link_id === undefined ? { from, relation, to } : { id: parseLinkId(link_id) }
}

/** Throws for text that is not the ID of a link. */
export function parseLinkId(text: string): number {
  const id = Number(text)
  if (/^\d{1,15}$/.test(text)) return id
  throw failure('link_not_found', `There is no link ${text.slice(0, 40)}.`)
}

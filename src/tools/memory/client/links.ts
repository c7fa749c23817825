import { failure } from '../graph/failures.ts'
import { requireFitting } from '../graph/fitting.ts'
import type { Which } from '../graph/invalidate-link.ts'
import { instantOr, startIn } from '../graph/moment.ts'
import { requireNames, requireSound } from '../graph/sound.ts'
import { graphOf, type Turn } from './turn.ts'

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

export async function addLink({ from, relation, to, ...more }: NewLink, turn: Turn) {
  requireNames({ from, relation, to })
  requireSound({ ...more })
  const { fact, summary, from_type, to_type, valid_at, invalid_at, source } = more
  requireFitting({ from, relation, to, from_type, to_type })
  const { warnings, ...told } = await graphOf(turn).write('addLink', {
    ...{ from, relation, to, fact, source },
    valid_at: startIn('valid_at', valid_at),
    invalid_at: instantOr('invalid_at', invalid_at),
    from_about: { summary, type: from_type },
    to_about: { type: to_type }
  })
  for (const warning of warnings) turn.warn(warning)
  return told
}

export interface LinkNamed {
  link_id?: string | undefined
  from?: string | undefined
  relation?: string | undefined
  to?: string | undefined
}

export async function invalidateLink(
  { link_id, from, relation, to, invalid_at }: LinkNamed & { invalid_at?: string | undefined },
  turn: Turn
) {
  const link = { link_id, from, relation, to }
  requireNames(link)
  const end = { which: whichOf(link), invalid_at: instantOr('invalid_at', invalid_at) }
  const { warnings, ...told } = await graphOf(turn).write('invalidateLink', end)
  for (const warning of warnings) turn.warn(warning)
  return told
}

function whichOf({ link_id, from = '', relation = '', to = '' }: LinkNamed): Which {
  return link_id === undefined ? { from, relation, to } : { id: idIn(link_id) }
}

/** The number of an id; what is none is the id of no link. */
export function idIn(text: string): number {
  const id = Number(text)
  if (/^\d{1,15}$/.test(text)) return id
  throw failure('link_not_found', `There is no link ${text.slice(0, 40)}.`)
}

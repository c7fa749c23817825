import { createHash } from 'node:crypto'
import { type Extraction, extract } from '../extract/extract.ts'
import type { Dropped } from '../extract/items.ts'
import { openLlm } from '../extract/llm.ts'
import type { Material } from '../extract/prompts.ts'
import type { Kept as KeptLink } from '../graph/extracted.ts'
import { instantOr } from '../graph/moment.ts'
import { requireNames, requireSound } from '../graph/sound.ts'
import { isoOrNull } from '../graph/time.ts'
import { keyOf } from '../store/fold.ts'
import { graphOf, type Turn } from './turn.ts'

export interface Text {
  content: string
  previous_messages?: string
  reference_time?: string
  source?: string
}

export const digestOf = (content: string): string => createHash('sha256').update(content).digest('hex')

export const materialOf = ({ content, previous_messages = '', reference_time }: Text): Material => ({
  text: content,
  previous_messages,
  reference_time: new Date(instantOr('reference_time', reference_time) ?? Date.now()).toISOString()
})

/** Reads a text with the language model, and keeps what it found, all together. */
export async function buildFromText({ dry_run, ...text }: Text & { dry_run: boolean }, turn: Turn) {
  requireNames({ content: text.content })
  requireSound({ ...text })
  const found = await extract(materialOf(text), await openLlm(turn.client.llm, turn.signal))
  const digest = digestOf(text.content)
  const { known, read_before } = await graphOf(turn).read('lookAhead', { names: found.objects.map(({ name }) => name), digest })
  if (read_before) turn.warn('This text was read before.')
  turn.signal.throwIfAborted() // once it is kept, it stays
  const kept = dry_run ? proposed(found, known) : await keep(found, { digest, source: text.source, once: false }, turn)
  return told(found, kept, dry_run)
}

interface Kept {
  objects: { name: string; created: boolean }[]
  links: KeptLink[]
}

const proposed = ({ objects, links }: Extraction, known: string[]): Kept => ({
  objects: objects.map(({ name }) => ({ name, created: !known.includes(name) })),
  links: links.map(({ valid_at, invalid_at = null }, place) => ({ place, created: true, valid_at, invalid_at }))
})

interface Origin {
  digest: string
  source: string | undefined
  /** Not where the text was read before. */
  once: boolean
}

/** Keeps what was found, all together. */
export const keep = ({ objects, links }: Extraction, { digest, source, once }: Origin, turn: Turn) =>
  graphOf(turn).write('keepExtracted', {
    objects,
    links: links.map(link => ({ ...link, ...(source !== undefined && { source }) })),
    digest,
    once
  })

function told(found: Extraction, kept: Kept, dry_run: boolean) {
  const late: Dropped[] = kept.links.flatMap(link =>
    'reason' in link ? { kind: 'relationship' as const, value: found.links[link.place]?.fact ?? '', reason: link.reason } : []
  )
  const nameOf = new Map(kept.objects.map(({ name }) => [keyOf(name), name]))
  const links = kept.links.flatMap(became => {
    const link = found.links[became.place]
    if (!link || 'reason' in became) return []
    const { from, relation, to, fact } = link
    const { created, valid_at, invalid_at } = became
    const ends = { from: nameOf.get(keyOf(from)) ?? from, to: nameOf.get(keyOf(to)) ?? to }
    return { ...ends, relation, fact, valid_at: isoOrNull(valid_at), invalid_at: isoOrNull(invalid_at), created }
  })
  const objects = kept.objects.map(({ name, created }, place) => ({ name, type: found.objects[place]?.type ?? null, created }))
  const verb = dry_run ? 'Would add' : 'Added'
  const [newObjects, newLinks] = [objects, links].map(list => list.filter(({ created }) => created).length)
  return {
    summary: `${verb} ${newObjects} entities and ${newLinks} relationships to knowledge graph`,
    entities: objects.map(({ name }) => name),
    relationships: links.map(({ from, to, relation }) => ({ from, to, relation })),
    objects,
    links,
    dropped: [...found.dropped, ...late],
    usage: found.usage,
    dry_run
  }
}

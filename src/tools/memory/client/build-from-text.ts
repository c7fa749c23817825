import { createHash } from 'node:crypto'
import { type Extraction, extract } from '../extract/extract.ts'
import type { Dropped } from '../extract/items.ts'
import { openLlm } from '../extract/llm.ts'
import type { Material } from '../extract/prompts.ts'
import type { Episode } from '../graph/episodes.ts'
import type { StoredLink as KeptLink } from '../graph/extracted-facts.ts'
import { isoOrNull, parseOptionalInstant } from '../graph/time.ts'
import { requireNames, requireStorable } from '../graph/validate-text.ts'
import { keyOf } from '../store/fold.ts'
import { graphOf, type MemoryCall } from './memory.ts'

export interface Text {
  content: string
  previous_messages?: string
  reference_time?: string
  source?: string
}

export const digestOf = (content: string): string => createHash('sha256').update(content).digest('hex')

/** Titles of texts are cut to this length. */
const MAX_TITLE = 200

/** The title of a text: its own, or its beginning. */
export const titleOf = ({ title, content }: { title?: string; content: string }): string =>
  (title ?? content.replace(/\s+/gu, ' ').trim()).slice(0, MAX_TITLE).toWellFormed()

export const episodeOf = (text: { title?: string; content: string; source?: string }): Episode => ({
  digest: digestOf(text.content),
  title: titleOf(text),
  source: text.source ?? null
})

export const materialOf = ({ content, previous_messages = '', reference_time }: Text): Material => ({
  text: content,
  previous_messages,
  reference_time: new Date(parseOptionalInstant('reference_time', reference_time) ?? Date.now()).toISOString()
})

/** Reads a text with the language model and stores the facts, all or none. */
export async function buildFromText({ dry_run, ...text }: Text & { dry_run: boolean }, call: MemoryCall) {
  requireNames({ content: text.content })
  requireStorable({ ...text })
  const found = await extract(materialOf(text), await openLlm(call.client.llm, call.signal))
  const { digest } = episodeOf(text)
  const { known, read_before } = await graphOf(call).read('lookAhead', { names: found.objects.map(({ name }) => name), digest })
  if (read_before) call.warn('This text was read before.')
  call.signal.throwIfAborted() // once stored, the facts stay
  const kept = dry_run ? proposedFacts(found, known) : await storeExtraction(found, { episode: episodeOf(text), once: false }, call)
  return toResult(found, kept, dry_run)
}

interface StoredFacts {
  episode_id: string | null
  objects: { name: string; created: boolean }[]
  links: KeptLink[]
}

const proposedFacts = ({ objects, links }: Extraction, known: string[]): StoredFacts => ({
  episode_id: null,
  objects: objects.map(({ name }) => ({ name, created: !known.includes(name) })),
  links: links.map(({ valid_at, invalid_at = null }, index) => ({ index, created: true, valid_at, invalid_at }))
})

interface Origin {
  episode: Episode
  /** Store nothing if the text was read before. */
  once: boolean
}

/** Stores the facts, all or none. */
export const storeExtraction = ({ objects, links }: Extraction, { episode, once }: Origin, call: MemoryCall) =>
  graphOf(call).write('keepExtracted', {
    objects,
    links: links.map(link => ({ ...link, ...(episode.source !== null && { source: episode.source }) })),
    episode,
    once
  })

function toResult(found: Extraction, kept: StoredFacts, dry_run: boolean) {
  const late: Dropped[] = kept.links.flatMap(link =>
    'reason' in link ? { kind: 'relationship' as const, value: found.links[link.index]?.fact ?? '', reason: link.reason } : []
  )
  const nameOf = new Map(kept.objects.map(({ name }) => [keyOf(name), name]))
  const links = kept.links.flatMap(stored => {
    const link = found.links[stored.index]
    if (!link || 'reason' in stored) return []
    const { from, relation, to, fact } = link
    const { created, valid_at, invalid_at } = stored
    const ends = { from: nameOf.get(keyOf(from)) ?? from, to: nameOf.get(keyOf(to)) ?? to }
    return { ...ends, relation, fact, valid_at: isoOrNull(valid_at), invalid_at: isoOrNull(invalid_at), created }
  })
  const objects = kept.objects.map(({ name, created }, index) => ({ name, type: found.objects[index]?.type ?? null, created }))
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
    episode_id: kept.episode_id,
    dry_run
  }
}

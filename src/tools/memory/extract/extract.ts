import type { ExtractedObject } from '../graph/extracted.ts'
import { failure } from '../graph/failures.ts'
import { keyOf, relationKeyOf, shown } from '../store/fold.ts'
import type { Usage } from './answer.ts'
import { type Dropped, edgeIn, entityIn, type FoundLink } from './items.ts'
import type { Ask } from './llm.ts'
import { askEdges, askEntities, type Material } from './prompts.ts'
import { EDGES, ENTITIES } from './shapes.ts'

export interface Extraction {
  objects: ExtractedObject[]
  links: FoundLink[]
  dropped: Dropped[]
  usage: Usage
}

/** Reads a text in two calls: the things in it, then the facts that link them. */
export async function extract(material: Material, ask: Ask): Promise<Extraction> {
  const dropped: Dropped[] = []
  const first = await ask(ENTITIES, askEntities(material))
  const objects = distinct(first.items, dropped)
  if (objects.length === 0) throw nothing(dropped)
  // One thing alone has no links, and asking would cost as much.
  if (objects.length === 1) return { objects, links: [], dropped, usage: first.usage }
  const second = await ask(
    EDGES,
    askEdges(
      material,
      objects.map(({ name }) => name)
    )
  )
  return { objects, links: linksIn(second.items, objects, dropped), dropped, usage: sum(first.usage, second.usage) }
}

function distinct(items: unknown[], dropped: Dropped[]): ExtractedObject[] {
  const objects = new Map<string, ExtractedObject>()
  for (const item of items) {
    const found = entityIn(item)
    if ('reason' in found) dropped.push(found)
    else if (objects.has(keyOf(found.name))) dropped.push({ kind: 'entity', value: found.name, reason: 'it is named twice' })
    else {
      const { typeDropped, ...object } = found
      objects.set(keyOf(found.name), object)
      if (typeDropped !== undefined)
        dropped.push({ kind: 'type', value: `${shown(found.name)}: ${typeDropped}`, reason: 'there is no such type; kept without one' })
    }
  }
  return [...objects.values()]
}

function linksIn(items: unknown[], objects: ExtractedObject[], dropped: Dropped[]): FoundLink[] {
  const links = new Map<string, FoundLink>()
  for (const item of items) {
    const found = edgeIn(item, objects)
    const triple =
      'reason' in found
        ? ''
        : JSON.stringify([keyOf(found.from), relationKeyOf(found.relation), keyOf(found.to), found.valid_at, found.invalid_at])
    if ('reason' in found) dropped.push(found)
    else if (links.has(triple)) dropped.push({ kind: 'relationship', value: found.fact, reason: 'it is told twice' })
    else links.set(triple, found)
  }
  return [...links.values()]
}

const nothing = (dropped: Dropped[]) =>
  failure('cannot_be_honoured', 'The language model found nothing in the text that can be remembered. Nothing was kept.', {
    dropped,
    suggestions: ['Add facts one by one with memory_add_link.']
  })

function sum(a: Usage, b: Usage): Usage {
  const both = (x: number | null, y: number | null): number | null => (x === null || y === null ? null : x + y)
  return {
    calls: a.calls + b.calls,
    prompt_tokens: both(a.prompt_tokens, b.prompt_tokens),
    completion_tokens: both(a.completion_tokens, b.completion_tokens)
  }
}

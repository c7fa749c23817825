import { failure } from '../graph/errors.ts'
import type { ExtractedObject } from '../graph/extracted-facts.ts'
import { displayName, keyOf, relationKeyOf } from '../store/fold.ts'
import { type Dropped, type FoundLink, parseEdge, parseEntity } from './items.ts'
import type { Ask } from './llm.ts'
import { edgePrompt, entityPrompt, type Material } from './prompts.ts'
import type { Usage } from './response.ts'
import { EDGES, ENTITIES } from './response-schemas.ts'

export interface Extraction {
  objects: ExtractedObject[]
  links: FoundLink[]
  dropped: Dropped[]
  usage: Usage
}

/** Reads a text in two calls: first the objects in it, then the facts that link them. */
export async function extract(material: Material, ask: Ask): Promise<Extraction> {
  const dropped: Dropped[] = []
  const first = await ask(ENTITIES, entityPrompt(material))
  const objects = distinct(first.items, dropped)
  if (objects.length === 0) throw nothingFoundError(dropped)
  // A single object has no links, and another call would cost the same.
  if (objects.length === 1) return { objects, links: [], dropped, usage: first.usage }
  const second = await ask(
    EDGES,
    edgePrompt(
      material,
      objects.map(({ name }) => name)
    )
  )
  return { objects, links: linksIn(second.items, objects, dropped), dropped, usage: sum(first.usage, second.usage) }
}

function distinct(items: unknown[], dropped: Dropped[]): ExtractedObject[] {
  const objects = new Map<string, ExtractedObject>()
  for (const item of items) {
    const found = parseEntity(item)
    if ('reason' in found) dropped.push(found)
    else if (objects.has(keyOf(found.name))) dropped.push({ kind: 'entity', value: found.name, reason: 'duplicate name' })
    else {
      const { typeDropped, ...object } = found
      objects.set(keyOf(found.name), object)
      if (typeDropped !== undefined)
        dropped.push({ kind: 'type', value: `${displayName(found.name)}: ${typeDropped}`, reason: 'unknown type; stored without a type' })
    }
  }
  return [...objects.values()]
}

function linksIn(items: unknown[], objects: ExtractedObject[], dropped: Dropped[]): FoundLink[] {
  const links = new Map<string, FoundLink>()
  for (const item of items) {
    const found = parseEdge(item, objects)
    const triple =
      'reason' in found
        ? ''
        : JSON.stringify([keyOf(found.from), relationKeyOf(found.relation), keyOf(found.to), found.valid_at, found.invalid_at])
    if ('reason' in found) dropped.push(found)
    else if (links.has(triple)) dropped.push({ kind: 'relationship', value: found.fact, reason: 'duplicate fact' })
    else links.set(triple, found)
  }
  return [...links.values()]
}

const nothingFoundError = (dropped: Dropped[]) =>
  failure('cannot_be_honoured', 'The language model found no facts in the text. Nothing was stored.', {
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

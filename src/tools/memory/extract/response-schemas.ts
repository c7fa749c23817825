/** Types of objects, numbered from 1. */
export const TYPES = ['Person', 'Technology', 'Concept', 'Project', 'Organization', 'Event', 'Place', 'Document'] as const

const text = { type: 'string' }
const textOrNull = { type: ['string', 'null'] }

/** Strict mode requires every property and allows no others. */
const object = (properties: Record<string, object>) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties
})

const listed = (name: string, item: object) => object({ [name]: { type: 'array', items: item } })

export const ENTITIES = {
  name: 'extracted_entities',
  property: 'extracted_entities',
  schema: listed(
    'extracted_entities',
    object({ name: text, entity_type_id: { type: 'integer', enum: TYPES.map((_type, index) => index + 1) }, summary: textOrNull })
  )
}

export const EDGES = {
  name: 'extracted_edges',
  property: 'edges',
  schema: listed(
    'edges',
    object({
      relation_type: text,
      source_entity_id: { type: 'integer' },
      target_entity_id: { type: 'integer' },
      fact: text,
      valid_at: textOrNull,
      invalid_at: textOrNull
    })
  )
}

export type Form = typeof ENTITIES | typeof EDGES

import { Type } from 'typebox'
import type { Selection, Visible } from '../../catalog/visible.ts'
import { stringEnum } from '../../contract/schema.ts'
import { type ListDetail, RESERVED_CHOICES } from './listed-tool.ts'

const MAX_NAMES = 4096

/** Query parameters of every list of tools for models. */
export const LIST_QUERY = {
  systems: Type.Optional(
    Type.String({ minLength: 1, maxLength: MAX_NAMES, description: 'Only these systems, separated by commas: gitlab,gmail.' })
  ),
  tools: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_NAMES,
      description: 'Only these operations, separated by commas, in addition to those of systems and pack: gitlab_get_issue,web_search.'
    })
  ),
  reserved: stringEnum(RESERVED_CHOICES, {
    default: 'lean',
    description:
      'Reserved inputs of the tools. lean: only confirm, and cursor and limit of lists; instance if there are several; short descriptions. all: all inputs, complete descriptions.'
  }),
  output_schemas: stringEnum(['none', 'all'], {
    default: 'none',
    description: 'all: with the schemas of results, if the format supports them.'
  })
}

/** Returns the operations that a query selects; `packs` are read by the caller. */
export const selectionOf = ({ systems, tools }: Record<string, unknown>, packs: readonly string[] | undefined): Selection => ({
  ...(packs && { packs }),
  ...(typeof systems === 'string' && { systems: namesIn(systems) }),
  ...(typeof tools === 'string' && { tools: namesIn(tools) })
})

const namesIn = (text: string): string[] =>
  text
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')

/** Returns the level of detail that a query requests. */
export const detailOf = (
  { reserved, output_schemas }: Record<string, unknown>,
  { hasSeveral }: Pick<Visible, 'hasSeveral'>
): ListDetail => ({
  reserved: reserved === 'all' ? 'all' : 'lean',
  outputSchemas: output_schemas === 'all',
  hasSeveral
})

/** Returns what distinguishes the lists of the same operations, to cache them. */
export const detailKey = (
  { reserved, outputSchemas, hasSeveral }: ListDetail,
  operations: readonly { tool: Parameters<typeof hasSeveral>[0] }[]
): string => {
  const several = [...new Set(operations.map(({ tool }) => tool))].filter(hasSeveral).map(({ name }) => name)
  return [reserved, outputSchemas, ...several].join()
}

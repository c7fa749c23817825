import { contract, otherwise, type Rows, shown } from './rows.ts'

const rules = (operation: string) => contract(`${operation} requires and accepts the inputs of the seed, and refuses a missing one`)
const CHOICES = contract('a page can be given by title and space instead of its id, and a list can cover several spaces')

export const VALIDATION: Rows = {
  'get.required': shown(rules('get'), CHOICES),
  'get.optional': shown(rules('get')),
  'create.required': shown(rules('create')),
  'create.optional': shown(rules('create')),
  'update.required': otherwise(
    'a change must change something: at least one of title, content, labels, parent_id',
    rules('update'),
    CHOICES
  ),
  'update.optional': shown(rules('update')),
  'search.required': shown(rules('search')),
  'search.optional': shown(rules('search')),
  'list.required': shown(rules('list'), CHOICES),
  'list.optional': shown(rules('list')),
  'spaces.required': shown(rules('spaces')),
  'spaces.optional': shown(rules('spaces')),
  'attachments.required': shown(rules('attachments')),
  'attachments.optional': shown(rules('attachments'))
}

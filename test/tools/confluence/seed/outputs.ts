import { contract, otherwise, type Rows, reading, renderings, shown } from './rows.ts'

const NAMED = contract('every response contains its operation, its instance and its success')
const PLACES = contract('one page, one space or one attachment is in data, several are in its items, with the pagination')
const IN_METADATA = 'it stands in metadata'
const IN_DATA = 'what was asked for is data itself, of whichever kind'
const IN_ITEMS = 'the items of a list are data.items, of whichever kind'

export const OUTPUTS: Rows = {
  operation: otherwise(IN_METADATA, NAMED),
  success: shown(NAMED),
  instance: otherwise(IN_METADATA, NAMED),
  page: otherwise(IN_DATA, PLACES),
  space: otherwise(IN_DATA, PLACES),
  attachment: otherwise(IN_DATA, PLACES),
  pages: otherwise(IN_ITEMS, PLACES),
  spaces: otherwise(IN_ITEMS, PLACES),
  attachments: otherwise(IN_ITEMS, PLACES),
  searchResults: otherwise(IN_ITEMS, PLACES),
  message: otherwise(
    'an answer in JSON has no prose: the Markdown of a write says what was done, and a check what would be',
    renderings('a created page has a confirmation and its URL'),
    contract('the preview of every operation and every bulk action states what the call would do')
  ),
  error: otherwise('it is an object: code, message, details', contract('a failure has a message and a stable reason')),
  'pagination.start': otherwise(IN_METADATA, PLACES),
  'pagination.limit': otherwise(IN_METADATA, PLACES),
  'pagination.size': otherwise(IN_METADATA, PLACES),
  'pagination.totalSize': otherwise(
    'it stands in metadata, and is null where Confluence counts by cursors; data.total then says at least how many',
    PLACES,
    reading('a list begins at a start and reports its position; a thousand items are collected in one call')
  )
}

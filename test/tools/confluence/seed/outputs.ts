import { contract, otherwise, type Rows, reading, renderings, shown } from './rows.ts'

const NAMED = contract('every answer names its operation and its instance, and says that it is a success')
const PLACES = contract('one page, one space, one attachment stand in data, several in its items, with the pagination beside')
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
    renderings('a page that was created: that it was, and where it is'),
    contract('whoever approves a call reads what it would do, of every operation and every bulk action')
  ),
  error: otherwise('it is an object: code, message, details', contract('a failure says in words and in a stable reason what went wrong')),
  'pagination.start': otherwise(IN_METADATA, PLACES),
  'pagination.limit': otherwise(IN_METADATA, PLACES),
  'pagination.size': otherwise(IN_METADATA, PLACES),
  'pagination.totalSize': otherwise(
    'it stands in metadata, and is null where Confluence counts by cursors; data.total then says at least how many',
    PLACES,
    reading('a list begins at a start, and says where it is; a thousand items are gathered in one call')
  )
}

import { attachments, contract, defects, fields, limits, otherwise, type Rows, reading, shown, writing } from './rows.ts'

const BY_TITLE = reading('a page is found by its title and space, and only the current one of exactly that title')
const MADE = writing('a page is created below the home page, or below a parent, with its labels')
const BOUNDS = limits('a limit is 25 by default and 1 to 100 otherwise; a start is at least 0')
const FILES = [
  defects('attachments observe limit, start, id and name'),
  attachments('attachments are listed with type, size and comment, by name and in pages')
]

export const INPUTS: Rows = {
  operation: otherwise(
    'it chooses among operations that have ids of their own, by the name of the seed',
    defects("the seed's own JSON works by name"),
    contract('an operation that the seed does not have is refused with the existing ones, and an unknown property by its name')
  ),
  instance: shown(contract('every response contains its operation, its instance and its success')),
  pageId: shown(reading('a page is read by its id, with space, version, labels and body, in one request once spaces are cached')),
  pageTitle: shown(BY_TITLE),
  spaceKey: shown(BY_TITLE, reading('pages are listed by last change, by creation, or by title; with bodies if requested')),
  title: shown(MADE, writing('a title alone is changed: the body stays, and the version is the next one')),
  content: shown(MADE, writing('reading, changing one word and writing leaves every other byte unchanged')),
  contentFormat: otherwise(
    'view is taken for reading; on a write it is refused with the reason, since Confluence can write none',
    writing('an invalid write is refused before any request to Confluence'),
    defects('nothing is converted by patterns: wiki and storage are sent unchanged')
  ),
  parentId: shown(MADE),
  labels: shown(MADE, writing('labels alone create no version, and remove none')),
  query: shown(
    defects('words are quoted in CQL, and words alone are not a query'),
    reading('a query in CQL keeps its order, and continues page by page')
  ),
  searchSpace: shown(
    defects('ORDER BY is outside the brackets, and versions are expanded below content'),
    reading('a query in CQL keeps its order, and continues page by page')
  ),
  searchType: shown(
    reading('a search by words returns results with space, version and author'),
    reading('spaces and attachments are found, too')
  ),
  spaceKeys: shown(
    reading('pages of several spaces are returned page by page in one order over all of them'),
    defects('several spaces share one limit and one order')
  ),
  contentType: shown(reading('blog posts are listed separately, even by title')),
  orderBy: shown(reading('pages are listed by last change, by creation, or by title; with bodies if requested')),
  attachmentId: shown(...FILES),
  filename: shown(...FILES),
  expand: shown(
    reading('ancestors and children are returned if requested'),
    fields('restrictions and properties of a page are requested only if they are expanded')
  ),
  limit: shown(BOUNDS),
  start: shown(BOUNDS, reading('a list begins at a start and reports its position; a thousand items are collected in one call'))
}

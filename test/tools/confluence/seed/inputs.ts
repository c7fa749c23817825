import { attachments, contract, defects, fields, limits, otherwise, type Rows, reading, shown, writing } from './rows.ts'

const BY_TITLE = reading('a page is found by its title and space, and only the current one of exactly that title')
const MADE = writing('a page is made below the home page, or below a parent, with its labels')
const BOUNDS = limits('a limit is 25 where none is given, from 1 to 100 else; a start is 0, and not below')
const FILES = [
  defects('defect 8: attachments heed limit, start, id and name'),
  attachments('attachments are listed with type, size and comment, by name and in pages')
]

export const INPUTS: Rows = {
  operation: otherwise(
    'it chooses among operations that have ids of their own, by the name of the seed',
    defects("the seed's own JSON works by name"),
    contract('an operation that the seed does not have is refused with those that it has, and an unknown key by its name')
  ),
  instance: shown(contract('every answer names its operation and its instance, and says that it is a success')),
  pageId: shown(reading('a page is read by its id, with space, version, labels and body, in one request once spaces are known')),
  pageTitle: shown(BY_TITLE),
  spaceKey: shown(BY_TITLE, reading('pages are listed the last changed first, the newest first, or by title; with bodies where asked')),
  title: shown(MADE, writing('a title alone is changed, the body stays, and the version is the next one')),
  content: shown(MADE, writing('reading, changing one word and writing back leaves every other byte as it was')),
  contentFormat: otherwise(
    'view is taken for reading; on a write it is refused with the reason, since Confluence can write none',
    writing('what a write cannot say is refused before Confluence is asked'),
    defects('defect 3: nothing is converted by patterns: wiki goes to Confluence as it is, storage byte by byte')
  ),
  parentId: shown(MADE),
  labels: shown(MADE, writing('labels alone make no version, and take none away')),
  query: shown(
    defects('defect 4: words are quoted in CQL, and words alone are no query'),
    reading('a query in CQL keeps its order, and goes on page by page')
  ),
  searchSpace: shown(
    defects('pitfall 6: ORDER BY goes outside the brackets, versions are expanded below content'),
    reading('a query in CQL keeps its order, and goes on page by page')
  ),
  searchType: shown(
    reading('words are searched for, and what is found has its space, version and author'),
    reading('spaces and attachments are found, too')
  ),
  spaceKeys: shown(
    reading('pages of several spaces come in one order over all of them, page by page'),
    defects('defect 6: several spaces share one limit and one order')
  ),
  contentType: shown(reading('blog posts are listed apart, also by title')),
  orderBy: shown(reading('pages are listed the last changed first, the newest first, or by title; with bodies where asked')),
  attachmentId: shown(...FILES),
  filename: shown(...FILES),
  expand: shown(
    reading('ancestors and children are told where they are asked for'),
    fields('restrictions and properties of a page are asked for only where they are expanded')
  ),
  limit: shown(BOUNDS),
  start: shown(BOUNDS, reading('a list begins at a start, and says where it is; a thousand items are gathered in one call'))
}

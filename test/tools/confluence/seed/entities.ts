import { ATTACHMENT, BODIES, BODY, type Field, FOUND, LABEL, PAGE, SPACE, USER } from './data-model.ts'
import { anyInstance, errors, fields, instances, type Mapping, otherwise, type Proof, type Rows, reading, shown } from './rows.ts'

const told = (entity: string, test: Proof, entries: readonly Field[]): Rows =>
  Object.fromEntries(
    entries.map(([seed, , , why]): [string, Mapping] => [`${entity}.${seed}`, why === undefined ? shown(test) : otherwise(why, test)])
  )

const of = (what: string): Proof => fields(`every field of ${what} is told, or null where the deployment has none`)

const SETTLED = instances('the address is settled once: Cloud without /wiki')
const SEVERAL = anyInstance('the file makes several, of which one is the default')
const CQL = reading('a query in CQL keeps its order, and goes on page by page')

/** The entities that the seed names and its data model tells, field by field. */
export const DATA_MODEL: Rows = {
  ...told('ConfluencePage', of('a page'), [...PAGE, ...BODIES.flatMap(format => BODY[format])]),
  ...told('ConfluenceSpace', of('a space'), SPACE),
  ...told('ConfluenceAttachment', of('an attachment'), ATTACHMENT),
  ...told('UserInfo', of('a person'), USER),
  ...told('Label', of('a page'), LABEL),
  ...told('SearchResult', of('what a search found'), FOUND),
  'SearchQuery.cql': shown(CQL),
  'SearchQuery.cqlcontext': otherwise('a query names its space and its statuses itself: search_space, include_archived', CQL),
  'SearchQuery.excerpt': shown(reading('excerpts are none, plain, or with what was looked for marked')),
  'SearchQuery.expand': otherwise('version, space and history of what is found are always told', of('what a search found')),
  'SearchQuery.start': shown(of('what a search found')),
  'SearchQuery.limit': shown(CQL),
  'SearchQuery.includeArchivedSpaces': otherwise('it is include_archived', [
    'conformance/confluence/requests.test.ts',
    'every request that the client sends is one that the vendor describes'
  ]),
  'ConfluenceConfig.instances': shown(SEVERAL),
  'ConfluenceConfig.defaultInstance': shown(SEVERAL),
  'ConfluenceInstance.baseUrl': shown(SETTLED),
  'ConfluenceInstance.type': shown(SETTLED),
  'ConfluenceInstance.email': shown(SETTLED),
  'ConfluenceInstance.username': shown(SETTLED),
  'ConfluenceInstance.apiToken': shown(SETTLED),
  'ConfluenceInstance.timeout': shown(
    errors('networkTimeout: a Confluence that does not answer in the time of its instance is told as that')
  ),
  'ConfluenceInstance.maxRetries': shown(instances('over the limit a call is refused with the time to wait, and a wait of 0 is a second'))
}

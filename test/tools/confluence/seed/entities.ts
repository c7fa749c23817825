import { ATTACHMENT, BODIES, BODY, type Field, FOUND, LABEL, PAGE, SPACE, USER } from './data-model.ts'
import { anyInstance, errors, fields, instances, type Mapping, otherwise, type Proof, type Rows, reading, shown } from './rows.ts'

const fieldsOf = (entity: string, test: Proof, entries: readonly Field[]): Rows =>
  Object.fromEntries(
    entries.map(([seed, , , why]): [string, Mapping] => [`${entity}.${seed}`, why === undefined ? shown(test) : otherwise(why, test)])
  )

const of = (what: string): Proof => fields(`every field of ${what} is returned, or null if the deployment has none`)

const SETTLED = instances('the address is resolved once: Cloud without /wiki')
const SEVERAL = anyInstance('the file creates several, one of which is the default')
const CQL = reading('a query in CQL keeps its order, and continues page by page')

/** The entities that the seed names and its data model describes, field by field. */
export const DATA_MODEL: Rows = {
  ...fieldsOf('ConfluencePage', of('a page'), [...PAGE, ...BODIES.flatMap(format => BODY[format])]),
  ...fieldsOf('ConfluenceSpace', of('a space'), SPACE),
  ...fieldsOf('ConfluenceAttachment', of('an attachment'), ATTACHMENT),
  ...fieldsOf('UserInfo', of('a person'), USER),
  ...fieldsOf('Label', of('a page'), LABEL),
  ...fieldsOf('SearchResult', of('a search result'), FOUND),
  'SearchQuery.cql': shown(CQL),
  'SearchQuery.cqlcontext': otherwise('a query names its space and its statuses itself: search_space, include_archived', CQL),
  'SearchQuery.excerpt': shown(reading('excerpts are none, plain, or with the matches marked')),
  'SearchQuery.expand': otherwise('version, space and history of what is found are always returned', of('a search result')),
  'SearchQuery.start': shown(of('a search result')),
  'SearchQuery.limit': shown(CQL),
  'SearchQuery.includeArchivedSpaces': otherwise('it is include_archived', [
    'conformance/confluence/requests.test.ts',
    'every request of the client conforms to the API description'
  ]),
  'ConfluenceConfig.instances': shown(SEVERAL),
  'ConfluenceConfig.defaultInstance': shown(SEVERAL),
  'ConfluenceInstance.baseUrl': shown(SETTLED),
  'ConfluenceInstance.type': shown(SETTLED),
  'ConfluenceInstance.email': shown(SETTLED),
  'ConfluenceInstance.username': shown(SETTLED),
  'ConfluenceInstance.apiToken': shown(SETTLED),
  'ConfluenceInstance.timeout': shown(
    errors('networkTimeout: a Confluence that does not respond within the timeout of its instance is reported')
  ),
  'ConfluenceInstance.maxRetries': shown(instances('over the limit a call is refused with the time to wait, and a wait of 0 is a second'))
}

import t from 'tap'
import { namedTests } from '../../helpers/named-tests.ts'

const READING = 'tools/confluence/reading.test.ts'
const WRITING = 'tools/confluence/writing.test.ts'
const DEFECTS = 'tools/confluence/defects.test.ts'
const INSTANCES = 'tools/confluence/instances.test.ts'
const FILES = 'tools/confluence/attachments.test.ts'
const HTTP = 'lib/http.test.ts'
const SURFACE = 'surfaces/rest/instances.test.ts'
const CATALOG = 'catalog-examples.test.ts'

const EXAMPLES = [CATALOG, 'examples are answered so by the running system'] as const
const REFUSALS = [READING, 'refusals are told by what was asked for, with the words of Confluence'] as const
const CONFIRM = ['contract/admission.test.ts', 'a call that must be confirmed is answered with what it would do'] as const
const MARKDOWN = ['contract/answer.test.ts', 'an answer can be told in markdown, in the words of its definition'] as const
const DEADLINE = ['contract/deadline.test.ts', 'a call that does not end in time is answered with its limit and what to do'] as const

/** Each row of the contracts that the product implements, and the test that would fail if it ceased to hold: file, and name. */
const ROWS: Record<string, readonly [file: string, name: string]> = {
  'input in its own spelling': [DEFECTS, "the seed's own JSON works by name"],
  'operation get': [READING, 'a page is read by its id, with space, version, labels and body'],
  'operation get by title and space': [READING, 'a page is found by its title and space'],
  'operation create': [WRITING, 'a page is made below the home page, or below a parent, with its labels'],
  'operation update': [WRITING, 'a title alone is changed, the body stays, and the version is the next one'],
  'operation search': [READING, 'words are searched for, and what is found has its space, version and author'],
  'operation list': [READING, 'pages of several spaces come in one order over all of them, page by page'],
  'operation spaces': [READING, 'spaces are listed by name, and one is read with labels and home page'],
  'operation attachments': [FILES, 'attachments are listed with type, size and comment, by name and in pages'],
  'input expand': [READING, 'ancestors and children are told where they are asked for'],
  'input content_format': [WRITING, 'what a write cannot say is refused before Confluence is asked'],
  'input labels': [WRITING, 'labels alone make no version, and take none away'],
  'input content_type': [READING, 'blog posts are listed apart, also by title'],
  'input order_by': [READING, 'pages are listed the last changed first, the newest first, or by title'],
  'input search_type': [READING, 'spaces and attachments are found, too'],
  'input search_space': [DEFECTS, 'defect 4: words are quoted in CQL'],
  'input attachment_id and filename': [DEFECTS, 'defect 8: attachments heed limit, start, id and name'],
  'input start and limit': [READING, 'a list begins at a start, and says where it is'],
  'input strict object': ['contract/read.test.ts', 'an unknown key is named, with the nearest known one'],
  'output fields': [READING, 'a page has the same properties, whichever deployment serves it'],
  'output pagination': [READING, 'a list begins at a start, and says where it is'],
  'error configurationMissing': [SURFACE, 'a system of which nothing is set says what to set'],
  'error configurationInvalid': [INSTANCES, 'settings that lack something say what'],
  'error instanceNotFound': [SURFACE, 'an unknown instance is 404 with the nearest'],
  'error authenticationFailed': REFUSALS,
  'error tokenExpired': [INSTANCES, 'a token that has expired is told, with what to do, and is in no answer'],
  'error insufficientPermissions': [INSTANCES, 'a reader may read and not write'],
  'error missingRequiredField': ['contract/read.test.ts', 'a missing required property has its own reason'],
  'error invalidFieldValue': ['contract/read.test.ts', 'a value that is wrong is answered with what would be right'],
  'error pageNotFound': [WRITING, 'a space or a parent that is not there is told as such'],
  'error spaceNotFound': [WRITING, 'a space or a parent that is not there is told as such'],
  'error versionConflict': [WRITING, 'who is quicker wins: the conflict tells the version that is there'],
  'error rateLimitExceeded': [INSTANCES, 'over the limit a call is refused with the time to wait'],
  'error networkTimeout': [HTTP, 'a system that does not answer in time is a timeout'],
  'error connectionFailed': [HTTP, 'a system that is not there was not reached: nothing happened'],
  'error serverError': [HTTP, 'a write that failed with 500 is unknown, and never sent again'],
  'renderings for an assistant': MARKDOWN,
  'renderings of errors': ['contract/answer.test.ts', 'a failure can be told in markdown'],
  'renderings of lists': ['contract/answer.test.ts', 'without words of its own, a list is a table'],
  'messages to users': CONFIRM,
  formatPageContent: [READING, 'view is what readers see, markdown is made of it'],
  truncateContent: [READING, 'a body is answered in whole blocks, and goes on where it was cut'],
  'configuration: loading': ['config.test.ts', 'the file may be YAML or JSON'],
  'configuration: validation': [INSTANCES, 'settings that lack something say what'],
  'configuration: testConnection': [INSTANCES, 'a connection that does not work is a finding, not a failure'],
  'permission: needsPermission and its message': ['surfaces/rest/by-name.test.ts', 'a check says what waits for a confirmation'],
  'permission: categories': ['scopes.test.ts', 'destructive holds write holds read'],
  'test tool: examples, scenarios and responses': EXAMPLES,
  'response times': DEADLINE,
  'progress, once a second': ['contract/events.test.ts', 'progress is told at most once a second'],
  'timeout behaviour: error': DEADLINE,
  'timeout behaviour: partial': ['contract/deadline.test.ts', 'who takes partial answers gets what a walk has found when time runs out'],
  'memory: maxContentSize': [HTTP, 'an answer over 10 MB is refused while it comes, and not gathered'],
  'memory: maxListResults': [READING, 'a thousand items are gathered in one call'],
  'memory: cache': [READING, 'what was read a while ago is answered again, unless it is asked anew'],
  'scenario end_to_end_page_operations': [WRITING, 'reading, changing one word and writing back leaves every other byte as it was'],
  'scenario search_functionality': [READING, 'a query in CQL keeps its order, and goes on page by page'],
  'scenario error_recovery': [DEFECTS, 'defect 1: a refusal is told by its status at once'],
  'scenario configuration_validation': [INSTANCES, 'settings that lack something say what'],
  'scenario permission_enforcement': [INSTANCES, 'spaces outside the list of the instance are refused, asked for or found']
}

t.test('every row of the contracts has a test that is there', async t => {
  for (const [row, [file, name]] of Object.entries(ROWS))
    t.ok(
      namedTests(file).some(one => one.includes(name)),
      `${row}: ${file}: ${name}`
    )
})

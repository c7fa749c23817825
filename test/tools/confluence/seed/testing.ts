import {
  attachments,
  config,
  contract,
  defects,
  errors,
  fields,
  instances,
  otherwise,
  type Rows,
  reading,
  recordings,
  renderings,
  shown,
  writing
} from './rows.ts'

const REAL = 'nothing of the product is replaced in a test: a stand-in of Confluence listens, and the gateway itself is called'

export const UNIT_TESTS: Rows = {
  minCoverage: otherwise('it is counted over all of the product, by npm test itself, which fails below it'),
  'requiredTests.tool_properties': shown(
    contract('the tool says its name, its title, what it is, what it needs, and that calls may run side by side')
  ),
  'requiredTests.input_validation': shown(
    contract('get needs what the seed says, takes what the seed says, and refuses what is lacking'),
    errors('invalidFieldValue: a value that cannot be is named, with what could')
  ),
  'requiredTests.operation_execution': shown(
    defects("the seed's own JSON works by name"),
    contract('every answer names its operation and its instance, and says that it is a success')
  ),
  'requiredTests.error_handling': shown(
    errors('serverError: the status and the words of Confluence are carried'),
    reading('refusals are told by what was asked for, with the words of Confluence, and not tried again')
  ),
  'requiredTests.rendering_methods': shown(renderings('a page: its title, what is known of it, and its body in storage as fenced HTML')),
  'requiredTests.configuration_loading': shown(
    config('the file may be YAML or JSON'),
    instances('the address is settled once: Cloud without /wiki')
  ),
  'requiredTests.permission_checking': shown(
    contract('by default what destroys waits for a confirmation that says what would be done'),
    errors('insufficientPermissions: who may only read is refused each kind of write, and nothing was written')
  ),
  mockApiClient: otherwise(
    REAL,
    reading('a page is read by its id, with space, version, labels and body, in one request once spaces are known')
  ),
  mockConfiguration: otherwise(REAL, errors('configurationInvalid: an instance whose settings lack something says what')),
  mockPermissions: otherwise(REAL, contract('by default what destroys waits for a confirmation that says what would be done'))
}

export const INTEGRATION_TESTS: Rows = {
  'requiredScenarios.end_to_end_page_operations': shown(
    writing('reading, changing one word and writing back leaves every other byte as it was'),
    writing('versions are listed, compared and restored'),
    attachments('a file is attached, gets a new version, or is refused where its name is taken')
  ),
  'requiredScenarios.search_functionality': shown(
    reading('words are searched for, and what is found has its space, version and author'),
    reading('a query in CQL keeps its order, and goes on page by page')
  ),
  'requiredScenarios.error_recovery': shown(
    defects('defect 1: a refusal is told by its status at once; only limits and failures of the system are tried again'),
    writing('a write whose answer was lost is not sent again')
  ),
  'requiredScenarios.configuration_validation': shown(
    instances('settings that lack something say what: email is lacking'),
    instances('a connection that does not work is a finding, not a failure')
  ),
  'requiredScenarios.permission_enforcement': shown(
    instances('spaces outside the list of the instance are refused, asked for or found'),
    errors('insufficientPermissions: who may only read is refused each kind of write, and nothing was written')
  ),
  testConfluenceInstance: otherwise(
    'a stand-in of both deployments, held to the descriptions of the vendor, in place of an account',
    fields('every field of a page is told, or null where the deployment has none'),
    ['conformance/confluence/requests.test.ts', 'the stand-in answers as the vendor describes']
  ),
  mockApiResponses: otherwise(
    'answers that were recorded of the real Confluence, rather than made up',
    recordings('dapplo/content is read, and told in the declared shape, whatever is null or missing')
  ),
  errorSimulation: shown(errors('serverError: the status and the words of Confluence are carried'))
}

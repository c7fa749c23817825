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

const REAL = 'tests replace no part of the product: a sandbox server of Confluence listens, and the gateway itself is called'

export const UNIT_TESTS: Rows = {
  minCoverage: otherwise('it is counted over all of the product, by npm test itself, which fails below it'),
  'requiredTests.tool_properties': shown(contract('the tool has a name, a title, a description, requirements, and allows parallel calls')),
  'requiredTests.input_validation': shown(
    contract('get requires and accepts the inputs of the seed, and refuses a missing one'),
    errors('invalidFieldValue: an invalid value is named, with the valid ones')
  ),
  'requiredTests.operation_execution': shown(
    defects("the seed's own JSON works by name"),
    contract('every response contains its operation, its instance and its success')
  ),
  'requiredTests.error_handling': shown(
    errors('serverError: the status and the message of Confluence are included'),
    reading('refusals name what was requested, with the message of Confluence, and are not retried')
  ),
  'requiredTests.rendering_methods': shown(renderings('a page has its title, its properties, and its body in storage as fenced HTML')),
  'requiredTests.configuration_loading': shown(
    config('the file may be YAML or JSON'),
    instances('the address is resolved once: Cloud without /wiki')
  ),
  'requiredTests.permission_checking': shown(
    contract('by default a destructive operation waits for a confirmation that states what would be done'),
    errors('insufficientPermissions: a key that may only read is refused each kind of write, and nothing is written')
  ),
  mockApiClient: otherwise(
    REAL,
    reading('a page is read by its id, with space, version, labels and body, in one request once spaces are cached')
  ),
  mockConfiguration: otherwise(REAL, errors('configurationInvalid: an instance whose settings are incomplete reports what is missing')),
  mockPermissions: otherwise(REAL, contract('by default a destructive operation waits for a confirmation that states what would be done'))
}

export const INTEGRATION_TESTS: Rows = {
  'requiredScenarios.end_to_end_page_operations': shown(
    writing('reading, changing one word and writing leaves every other byte unchanged'),
    writing('versions are listed, compared and restored'),
    attachments('a file is attached, gets a new version, or is refused if its name is taken')
  ),
  'requiredScenarios.search_functionality': shown(
    reading('a search by words returns results with space, version and author'),
    reading('a query in CQL keeps its order, and continues page by page')
  ),
  'requiredScenarios.error_recovery': shown(
    defects('a refusal is reported at once by its status; only limits and failures of the system are retried'),
    writing('a write whose response was lost is not sent again')
  ),
  'requiredScenarios.configuration_validation': shown(
    instances('incomplete settings are reported: email is lacking'),
    instances('a failed connection test is a result, not an error')
  ),
  'requiredScenarios.permission_enforcement': shown(
    instances('spaces outside the list of the instance are refused if requested, and omitted if found'),
    errors('insufficientPermissions: a key that may only read is refused each kind of write, and nothing is written')
  ),
  testConfluenceInstance: otherwise(
    'a sandbox server of both deployments that conforms to the descriptions of the vendor, instead of an account',
    fields('every field of a page is returned, or null if the deployment has none'),
    ['conformance/confluence/requests.test.ts', 'the responses of the sandbox conform to the API description']
  ),
  mockApiResponses: otherwise(
    'answers that were recorded of the real Confluence, rather than made up',
    recordings('dapplo/content is mapped to the declared shape, whatever is null or missing')
  ),
  errorSimulation: shown(errors('serverError: the status and the message of Confluence are included'))
}

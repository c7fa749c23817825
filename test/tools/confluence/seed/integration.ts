import { anyInstance, config, contract, examples, instances, otherwise, type Rows, shown } from './rows.ts'

const LACKING = instances('incomplete settings are reported: email is lacking')
const EXAMPLES = contract('each operation has example inputs with expected results, good and failing')
const CATEGORIES = contract("the seed's categories: get, search, list, spaces and attachments read, create and update write")

export const CONFIGURATION: Rows = {
  loadGlobalConfig: shown(
    config('the file may be YAML or JSON'),
    anyInstance('the environment creates the instance named default, with converted and default values')
  ),
  validateConfiguration: shown(anyInstance('a broken instance lists every problem, and disables only itself')),
  getInstanceConfig: otherwise(
    'settings are never returned, because they contain secrets; the instances and their state are',
    anyInstance('the file creates several, one of which is the default')
  ),
  getDefaultInstance: shown(
    anyInstance('the file creates several, one of which is the default'),
    contract('the tool has a name, a title, a description, requirements, and allows parallel calls')
  ),
  setDefaultInstance: otherwise(
    'no call changes the configuration: default_instance stands in the file, which is read again when it changes',
    anyInstance('a default that is not an instance is a misconfiguration, not a missing one'),
    ['config/watch.test.ts', 'a changed file is read again']
  ),
  validateInstanceConfig: shown(LACKING),
  testConnection: otherwise(
    'it answers what works and what does not, rather than true or false',
    instances('a failed connection test is a result, not an error'),
    instances('pages, spaces and search are reached with OAuth')
  )
}

export const PERMISSION: Rows = {
  needsPermission: shown(contract('by default a destructive operation waits for a confirmation that states what would be done')),
  getPermissionMessage: shown(contract('the preview of every operation and every bulk action states what the call would do')),
  readOperations: shown(CATEGORIES),
  writeOperations: otherwise('what cannot be taken back is destructive, a third category', CATEGORIES),
  attachmentOperations: otherwise('to list them is to read; upload, download and delete are operations of their own', CATEGORIES)
}

export const TEST_TOOL: Rows = {
  getExampleInputs: shown(EXAMPLES, examples),
  'getTestScenarios.name': shown(EXAMPLES),
  'getTestScenarios.description': shown(EXAMPLES),
  'getTestScenarios.input': shown(EXAMPLES, examples),
  'getTestScenarios.expectedBehavior': otherwise('it is the summary of an example, and its answer', EXAMPLES, examples),
  getMockResponses: otherwise('the outputs of examples are those of the running sandbox server, not made up', examples)
}

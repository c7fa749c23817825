import { anyInstance, config, contract, examples, instances, otherwise, type Rows, shown } from './rows.ts'

const LACKING = instances('settings that lack something say what: email is lacking')
const EXAMPLES = contract('each operation has example inputs with what is expected of them, good and failing')
const CATEGORIES = contract("the seed's categories: get, search, list, spaces and attachments read, create and update write")

export const CONFIGURATION: Rows = {
  loadGlobalConfig: shown(
    config('the file may be YAML or JSON'),
    anyInstance('the environment makes the instance named default, with converted and default values')
  ),
  validateConfiguration: shown(anyInstance('a broken instance lists every problem, and disables itself alone')),
  getInstanceConfig: otherwise(
    'settings are told to nobody, since they hold secrets; the instances and their state are',
    anyInstance('the file makes several, of which one is the default')
  ),
  getDefaultInstance: shown(
    anyInstance('the file makes several, of which one is the default'),
    contract('the tool says its name, its title, what it is, what it needs, and that calls may run side by side')
  ),
  setDefaultInstance: otherwise(
    'no call changes the configuration: default_instance stands in the file, which is read again when it changes',
    anyInstance('a default that is no instance is a misconfiguration, not a missing one'),
    ['config/watch.test.ts', 'a changed file is read again']
  ),
  validateInstanceConfig: shown(LACKING),
  testConnection: otherwise(
    'it answers what works and what does not, rather than true or false',
    instances('a connection that does not work is a finding, not a failure'),
    instances('pages, spaces and search are reached with OAuth')
  )
}

export const PERMISSION: Rows = {
  needsPermission: shown(contract('by default what destroys waits for a confirmation that says what would be done')),
  getPermissionMessage: shown(contract('whoever approves a call reads what it would do, of every operation and every bulk action')),
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
  getMockResponses: otherwise('the answers of examples are those of the running stand-in, not made up', examples)
}

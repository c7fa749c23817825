import t from 'tap'
import { breaking } from '../script/compatibility/breaking.ts'
import type { Contract, OperationContract } from '../script/compatibility/contract.ts'
import { contractFile, migrationGuide, presentContract, releasedContract, unannounced } from '../script/compatibility/released.ts'
import type { JsonSchema } from '../src/catalog/json-schema.ts'

const present = await presentContract()

t.test('no difference breaks the released contract without a new major version and a section in the guide', async t => {
  const released = releasedContract()
  t.ok(Object.keys(released.operations).length > 100)
  const versions = { released: released.version, present: present.version }
  t.strictSame(unannounced(breaking(released, present), versions, migrationGuide()), [], 'see MIGRATION.md')
})

t.test('before the first release the stored contract is the current one; from 1.0.0 only a release writes it', async t => {
  const at = (version: string) => [...contractFile({ ...present, version })]
  for (const version of ['0.1.0', '0.99.0']) {
    const [[file, text] = []] = at(version)
    t.equal(file, 'openapi/released.json', version)
    t.strictSame(JSON.parse(text ?? ''), { ...present, version }, version)
  }
  for (const version of ['1.0.0', '1.1.0-beta.1', '2.0.0']) t.strictSame(at(version), [], version)
})

t.test('a contract is compatible with itself', async t => t.strictSame(breaking(present, present), []))

/** One system is enough for these tests. */
const files: Contract = {
  ...present,
  operations: Object.fromEntries(
    Object.entries(present.operations).filter(
      ([id]) => id.startsWith('filesystem_') || ['toolgate_call_many', 'jobs_stream_events'].includes(id)
    )
  )
}

/** Returns the operation with that ID, to change it. */
function operationIn({ operations }: Contract, id: string): OperationContract {
  const found = operations[id]
  if (!found) throw new Error(`There is no ${id}`)
  return found
}

type Change = (contract: Contract, operation: OperationContract) => void

/** Returns what breaks if filesystem_read_file, or something around it, changes in this way. */
function breaksOf(change: Change): string[] {
  const changed = structuredClone(files)
  const operation = changed.operations['filesystem_read_file']
  if (!operation) throw new Error('There is no filesystem_read_file')
  change(changed, operation)
  return breaking(files, changed)
}

/** Returns a property of a schema, to change it. */
function at(schema: JsonSchema, ...names: string[]): JsonSchema {
  return names.reduce((node, name) => {
    const child = node.properties?.[name]
    if (!child) throw new Error(`There is no ${name}`)
    return child
  }, schema)
}

const BREAKING: Record<string, [Change, string]> = {
  'a removed operation': [({ operations }) => delete operations['filesystem_read_file'], 'filesystem_read_file: was removed'],
  'another route': [
    (_, operation) => Object.assign(operation, { route: 'GET /v1/filesystem/texts' }),
    'filesystem_read_file: POST /v1/filesystem/read_file became GET /v1/filesystem/texts'
  ],
  'a higher permission': [
    (_, operation) => Object.assign(operation, { permission: 'write' }),
    'filesystem_read_file: needs write where read was enough'
  ],
  'a removed alias': [
    (_, operation) => Object.assign(operation, { aliases: [] }),
    'filesystem_read_file: no longer has the alias grz_read_file'
  ],
  'a removed input': [(_, { input }) => delete input.properties?.['offset'], 'filesystem_read_file: input offset: no longer accepted'],
  'an input that becomes required': [(_, { input }) => input.required?.push('limit'), 'filesystem_read_file: input limit: required now'],
  'a new required input': [
    (_, { input }) => {
      Object.assign(input.properties ?? {}, { locale: { type: 'string' } })
      input.required?.push('locale')
    },
    'filesystem_read_file: input locale: required now'
  ],
  'a narrower limit': [
    (_, { input }) => Object.assign(at(input, 'file_path'), { maxLength: 10 }),
    'filesystem_read_file: input file_path: maxLength 4096 exceeds 10'
  ],
  'another type of an input': [
    (_, { input }) => Object.assign(at(input, 'file_path'), { type: 'integer' }),
    'filesystem_read_file: input file_path: string is not integer'
  ],
  'a word that is no longer accepted': [
    (_, { input }) => Object.assign(at(input, 'on_timeout'), { enum: ['error'] }),
    'filesystem_read_file: input on_timeout: partial is not among error'
  ],
  'another default': [
    (_, { input }) => Object.assign(at(input, 'limit'), { default: 10 }),
    'filesystem_read_file: input limit: 1000 as default became 10'
  ],
  'a removed property of the output': [
    (_, { output }) => delete output.properties?.['content'],
    'filesystem_read_file: output content: no longer returned'
  ],
  'a property of the output that becomes optional': [
    (_, { output }) => Object.assign(output, { required: output.required?.filter(name => name !== 'content') }),
    'filesystem_read_file: output content: no longer always returned'
  ],
  'a property of the output that becomes nullable': [
    (_, { output }) => Object.assign(output.properties ?? {}, { content: { anyOf: [{ type: 'string' }, { type: 'null' }] } }),
    'filesystem_read_file: output content: null is not string'
  ],
  'a removed property of a body': [
    contract => delete operationIn(contract, 'toolgate_call_many').body?.properties?.['max_chars'],
    'toolgate_call_many: body max_chars: no longer accepted'
  ],
  'a removed property of a call among several': [
    contract => delete operationIn(contract, 'toolgate_call_many').body?.properties?.['calls']?.items?.properties?.['namespace'],
    'toolgate_call_many: body calls[].namespace: no longer accepted'
  ],
  'a spelling that is no longer accepted': [
    (_, operation) => Object.assign(operation, { spellings: [] }),
    'filesystem_read_file: no longer accepts path for file_path'
  ],
  'a removed header': [
    contract => Object.assign(operationIn(contract, 'jobs_stream_events'), { spellings: [] }),
    'jobs_stream_events: no longer accepts Last-Event-ID for last_event_id'
  ],
  'a removed media type': [
    contract => Object.assign(operationIn(contract, 'jobs_stream_events'), { media_types: [] }),
    'jobs_stream_events: no longer supports text/event-stream'
  ],
  'a rule over several properties': [
    (_, operation) => Object.assign(operation, { requires: ['Set at most one of: limit, offset.'] }),
    'filesystem_read_file: has a new rule: Set at most one of: limit, offset.'
  ],
  'a new confirmation': [(_, operation) => Object.assign(operation, { confirms: true }), 'filesystem_read_file: needs confirm: true now'],
  'a call that is no longer idempotent': [
    (_, operation) => Object.assign(operation, { idempotent: false }),
    'filesystem_read_file: is no longer idempotent'
  ],
  'another status of success': [(_, operation) => Object.assign(operation, { success: [201] }), 'filesystem_read_file: returns 201 now'],
  'an alias with a new condition': [
    (_, operation) => Object.assign(operation, { aliases: operation.aliases.map(alias => `${alias} operation=read`) }),
    'filesystem_read_file: no longer has the alias grz_read_file'
  ],
  'a removed MCP prompt': [
    contract => Object.assign(contract, { mcp: contract.mcp.filter(name => name !== 'prompt filesystem') }),
    'MCP: the prompt filesystem was removed'
  ],
  'removed metadata': [({ envelope }) => delete envelope.metadata.properties?.['request_id'], 'metadata.request_id: no longer returned'],
  'another status of a reason': [
    ({ reasons }) => Object.assign(reasons, { operation_not_found: { code: 'NOT_FOUND_ERROR', status: 410 } }),
    'operation_not_found: NOT_FOUND_ERROR 404 became NOT_FOUND_ERROR 410'
  ]
}

for (const [name, [change, expected]] of Object.entries(BREAKING))
  t.test(`breaks a caller: ${name}`, async t => t.strictSame(breaksOf(change), [expected]))

const SAFE: Record<string, Change> = {
  'a new operation': ({ operations }, operation) => Object.assign(operations, { filesystem_new: operation }),
  'a new optional input': (_, { input }) => Object.assign(input.properties ?? {}, { locale: { type: 'string' } }),
  'a wider limit': (_, { input }) => Object.assign(at(input, 'file_path'), { maxLength: 100_000 }),
  'a new enum value of an input': (_, { input }) => Object.assign(at(input, 'on_timeout'), { enum: ['error', 'partial', 'later'] }),
  'a new property of the output': (_, { output }) => Object.assign(output.properties ?? {}, { encoding: { type: 'string' } }),
  'a lower permission': ({ operations }) => Object.assign(operations['filesystem_delete_file'] ?? {}, { permission: 'write' }),
  'a rule with more choices': contract =>
    Object.assign(operationIn(contract, 'filesystem_execute_command'), { requires: ['Set exactly one of: args, or command, or script.'] }),
  'another alias': (_, { aliases }) => aliases.push('cat'),
  'a new reason': ({ reasons }) => Object.assign(reasons, { out_of_paper: { code: 'UNKNOWN_ERROR', status: 500 } })
}

for (const [name, change] of Object.entries(SAFE)) t.test(`breaks no caller: ${name}`, async t => t.strictSame(breaksOf(change), []))

t.test('breaking differences are listed until the major version is new and the guide has a section for it', async t => {
  const breaks = ['gmail_get_message: was removed']
  const versions = { released: '1.2.0', present: '1.3.0' }
  t.strictSame(unannounced(breaks, versions, '\n## 1.3.0\n'), [...breaks, '1.3.0 is not a new major version after 1.2.0'])
  t.strictSame(unannounced(breaks, { ...versions, present: '2.0.0' }, ''), [...breaks, 'MIGRATION.md has no section "## 2.0.0"'])
  t.strictSame(unannounced(breaks, { ...versions, present: '2.0.0' }, '\n## 2.0.0\n'), [])
})

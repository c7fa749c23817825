import t from 'tap'
import { breaking } from '../script/compatibility/breaking.ts'
import type { Contract, OperationContract } from '../script/compatibility/contract.ts'
import { migrationGuide, presentContract, releasedContract, unannounced } from '../script/compatibility/released.ts'
import type { JsonSchema } from '../src/contract/schema.ts'

const present = await presentContract()

t.test('nothing breaks what was released without a new major version and a guide to it', async t => {
  const released = releasedContract()
  t.ok(Object.keys(released.operations).length > 100)
  const versions = { released: released.version, present: present.version }
  t.strictSame(unannounced(breaking(released, present), versions, migrationGuide()), [], 'see MIGRATION.md')
})

t.test('a contract breaks nothing in itself', async t => t.strictSame(breaking(present, present), []))

/** One system is enough to show what breaks. */
const files: Contract = {
  ...present,
  operations: Object.fromEntries(
    Object.entries(present.operations).filter(
      ([id]) => id.startsWith('filesystem_') || ['toolgate_call_many', 'jobs_stream_events'].includes(id)
    )
  )
}

/** The operation of that id, to change. */
function operationIn({ operations }: Contract, id: string): OperationContract {
  const found = operations[id]
  if (!found) throw new Error(`There is no ${id}`)
  return found
}

type Change = (contract: Contract, operation: OperationContract) => void

/** What breaks when this changes in filesystem_read_file, or around it. */
function breaksOf(change: Change): string[] {
  const changed = structuredClone(files)
  const operation = changed.operations['filesystem_read_file']
  if (!operation) throw new Error('filesystem_read_file is gone')
  change(changed, operation)
  return breaking(files, changed)
}

/** A property of a schema, to change. */
function at(schema: JsonSchema, ...names: string[]): JsonSchema {
  return names.reduce((node, name) => {
    const below = node.properties?.[name]
    if (!below) throw new Error(`There is no ${name}`)
    return below
  }, schema)
}

const BREAKING: Record<string, [Change, string]> = {
  'an operation that is gone': [({ operations }) => delete operations['filesystem_read_file'], 'filesystem_read_file: is gone'],
  'another route': [
    (_, operation) => Object.assign(operation, { route: 'GET /v1/filesystem/texts' }),
    'filesystem_read_file: POST /v1/filesystem/read_file became GET /v1/filesystem/texts'
  ],
  'a higher permission': [
    (_, operation) => Object.assign(operation, { permission: 'write' }),
    'filesystem_read_file: needs write where read was enough'
  ],
  'an alias that is gone': [
    (_, operation) => Object.assign(operation, { aliases: [] }),
    'filesystem_read_file: no longer answers to grz_read_file'
  ],
  'an input that is no longer taken': [
    (_, { input }) => delete input.properties?.['offset'],
    'filesystem_read_file: input offset: no longer taken'
  ],
  'an input that is required now': [(_, { input }) => input.required?.push('limit'), 'filesystem_read_file: input limit: required now'],
  'a new input that is required': [
    (_, { input }) => {
      Object.assign(input.properties ?? {}, { encoding: { type: 'string' } })
      input.required?.push('encoding')
    },
    'filesystem_read_file: input encoding: required now'
  ],
  'a narrower limit': [
    (_, { input }) => Object.assign(at(input, 'file_path'), { maxLength: 10 }),
    'filesystem_read_file: input file_path: maxLength 4096 goes beyond 10'
  ],
  'another type of an input': [
    (_, { input }) => Object.assign(at(input, 'file_path'), { type: 'integer' }),
    'filesystem_read_file: input file_path: string is not integer'
  ],
  'a word that is no longer taken': [
    (_, { input }) => Object.assign(at(input, 'on_timeout'), { enum: ['error'] }),
    'filesystem_read_file: input on_timeout: partial is not among error'
  ],
  'another default': [
    (_, { input }) => Object.assign(at(input, 'limit'), { default: 10 }),
    'filesystem_read_file: input limit: 1000 by default became 10'
  ],
  'a field that is no longer answered': [
    (_, { output }) => delete output.properties?.['content'],
    'filesystem_read_file: output content: no longer answered'
  ],
  'a field that is not always answered any more': [
    (_, { output }) => Object.assign(output, { required: output.required?.filter(name => name !== 'content') }),
    'filesystem_read_file: output content: not always answered any more'
  ],
  'a field that may be null now': [
    (_, { output }) => Object.assign(output.properties ?? {}, { content: { anyOf: [{ type: 'string' }, { type: 'null' }] } }),
    'filesystem_read_file: output content: null is not string'
  ],
  'a property of a body that is gone': [
    contract => delete operationIn(contract, 'toolgate_call_many').body?.properties?.['max_chars'],
    'toolgate_call_many: body max_chars: no longer taken'
  ],
  'a property of a call among several that is gone': [
    contract => delete operationIn(contract, 'toolgate_call_many').body?.properties?.['calls']?.items?.properties?.['namespace'],
    'toolgate_call_many: body calls[].namespace: no longer taken'
  ],
  'a spelling that is no longer taken': [
    (_, operation) => Object.assign(operation, { spellings: [] }),
    'filesystem_read_file: no longer takes path for file_path'
  ],
  'a header that is no longer read': [
    contract => Object.assign(operationIn(contract, 'jobs_stream_events'), { spellings: [] }),
    'jobs_stream_events: no longer takes Last-Event-ID for last_event_id'
  ],
  'a media type that is gone': [
    contract => Object.assign(operationIn(contract, 'jobs_stream_events'), { media_types: [] }),
    'jobs_stream_events: no longer has text/event-stream'
  ],
  'a rule over several properties': [
    (_, operation) => Object.assign(operation, { requires: ['Give at most one of: limit, offset.'] }),
    'filesystem_read_file: asks for more: Give at most one of: limit, offset.'
  ],
  'a confirmation that is asked for now': [
    (_, operation) => Object.assign(operation, { confirms: true }),
    'filesystem_read_file: waits for confirm: true now'
  ],
  'a call that may not be repeated any more': [
    (_, operation) => Object.assign(operation, { idempotent: false }),
    'filesystem_read_file: is not idempotent any more'
  ],
  'another status of success': [(_, operation) => Object.assign(operation, { success: [201] }), 'filesystem_read_file: answers 201 now'],
  'an alias that stands for another case': [
    (_, operation) => Object.assign(operation, { aliases: operation.aliases.map(alias => `${alias} operation=read`) }),
    'filesystem_read_file: no longer answers to grz_read_file'
  ],
  'a prompt of MCP that is gone': [
    contract => Object.assign(contract, { mcp: contract.mcp.filter(name => name !== 'prompt filesystem') }),
    'MCP: the prompt filesystem is gone'
  ],
  'metadata that is gone': [
    ({ envelope }) => delete envelope.metadata.properties?.['request_id'],
    'metadata.request_id: no longer answered'
  ],
  'another status of a reason': [
    ({ reasons }) => Object.assign(reasons, { operation_not_found: { code: 'NOT_FOUND_ERROR', status: 410 } }),
    'operation_not_found: NOT_FOUND_ERROR 404 became NOT_FOUND_ERROR 410'
  ]
}

for (const [name, [change, expected]] of Object.entries(BREAKING))
  t.test(`breaks a caller: ${name}`, async t => t.strictSame(breaksOf(change), [expected]))

const SAFE: Record<string, Change> = {
  'a new operation': ({ operations }, operation) => Object.assign(operations, { filesystem_new: operation }),
  'a new optional input': (_, { input }) => Object.assign(input.properties ?? {}, { encoding: { type: 'string' } }),
  'a wider limit': (_, { input }) => Object.assign(at(input, 'file_path'), { maxLength: 100_000 }),
  'another word that is taken': (_, { input }) => Object.assign(at(input, 'on_timeout'), { enum: ['error', 'partial', 'later'] }),
  'a further field in the answer': (_, { output }) => Object.assign(output.properties ?? {}, { encoding: { type: 'string' } }),
  'a lower permission': ({ operations }) => Object.assign(operations['filesystem_delete_file'] ?? {}, { permission: 'write' }),
  'a rule that leaves more to choose from': contract =>
    Object.assign(operationIn(contract, 'filesystem_execute_command'), { requires: ['Give exactly one of: args, or command, or script.'] }),
  'another alias': (_, { aliases }) => aliases.push('cat'),
  'a new reason': ({ reasons }) => Object.assign(reasons, { out_of_paper: { code: 'UNKNOWN_ERROR', status: 500 } })
}

for (const [name, change] of Object.entries(SAFE)) t.test(`breaks nobody: ${name}`, async t => t.strictSame(breaksOf(change), []))

t.test('what breaks is told until the major version is new and the guide has a section on it', async t => {
  const breaks = ['gmail_get_message: is gone']
  const versions = { released: '1.2.0', present: '1.3.0' }
  t.strictSame(unannounced(breaks, versions, '\n## 1.3.0\n'), [...breaks, '1.3.0 is no new major version after 1.2.0'])
  t.strictSame(unannounced(breaks, { ...versions, present: '2.0.0' }, ''), [...breaks, 'MIGRATION.md has no section "## 2.0.0"'])
  t.strictSame(unannounced(breaks, { ...versions, present: '2.0.0' }, '\n## 2.0.0\n'), [])
})

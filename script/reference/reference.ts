import type { Catalog } from '../../src/contract/catalog.ts'
import { ERROR_CODES } from '../../src/contract/describe.ts'
import { ERRORS } from '../../src/contract/error-codes.ts'
import { isCommon, REASON_NAMES, REASONS, statusOf } from '../../src/contract/errors.ts'
import { GATEWAY_ROUTES } from '../../src/contract/gateway.ts'
import { Job, JobItem } from '../../src/contract/jobs.ts'
import { plain, published } from '../../src/contract/schema.ts'
import { failureShape, Metadata } from '../../src/contract/shapes.ts'
import { operationSection } from './operation.ts'
import { operationsOf, rowsOf } from './overview.ts'
import { outputTable } from './schema.ts'
import { cell, table } from './table.ts'

/** Every operation, for people. */
export function referenceOf(catalog: Catalog, serverUrl: string): string {
  const sections = [
    '# Reference',
    'Made from the definitions by `npm run gen`; change those, not this page.',
    CALLING,
    ...catalog.tools.map(tool => `## ${tool.title}\n\n${tool.description}\n\n${rowsOf(catalog, tool, true)}`),
    '## The gateway itself',
    gatewayTable(),
    ...catalog.tools.flatMap(tool => [
      `# ${tool.title}`,
      ...operationsOf(catalog, tool).map(operation => operationSection(operation, serverUrl))
    ]),
    '# Shared shapes',
    ...SHAPES.map(([name, meaning, schema]) => `## ${name}\n\n${meaning}\n\n${outputTable(published(plain(schema)))}`),
    '# Errors',
    'A code decides the HTTP status, unless a reason has its own. `GET /errors/{code}` answers the same.',
    codesTable(),
    '`common` reasons may come from any operation that can meet them; the others are named where they occur.',
    reasonsTable()
  ]
  return `${sections.join('\n\n')}\n`
}

const CALLING = `Each operation has its own route; each can also be called by its name, with the whole input as the body:
\`POST /v1/operations/{id}\`. Where the gateway has keys, send \`Authorization: Bearer KEY\` or \`X-API-Key: KEY\`.
Every JSON answer is \`{ "success": true, "data": …, "metadata": … }\` or \`{ "success": false, "error": … }\`; the tables below tell what
\`data\` holds. \`Accept: text/markdown\` answers text for a reader, \`application/problem+json\` failures as RFC 9457 writes them, and
\`text/event-stream\` an operation's progress with its end.

One example of each operation has its call in four ways. Where the gateway has keys, each needs one:

- curl: add \`-H 'Authorization: Bearer KEY'\`.
- TypeScript: our typed client, \`createClient({ url, key })\` of \`toolgate/client\`. From another house: \`npx openapi-typescript openapi/openapi.json -o gate.d.ts\`,
  then \`createClient<paths, 'application/json'>()\` of openapi-fetch.
- OpenAI: an entry of the \`tool_calls\` that a model answers which was given \`openapi/dialects/openai-chat.json\`. Send it as it came:
  \`POST /v1/operations\` with \`{ "calls": [ … ] }\`. To a strict tool a model also sends null for whatever is left out here, which means the same.
- MCP: the \`params\` of \`tools/call\`, as a client of MCP sends them to \`/mcp\`.`

const SHAPES = [
  ['Metadata', 'Beside the data of every answer.', Metadata],
  ['Error', 'Every failure.', failureShape([])],
  ['Job', 'What a bulk action makes.', Job],
  ['JobItem', 'A row of the results of a job.', JobItem]
] as const

const gatewayTable = (): string =>
  table(
    ['operation', 'route', 'what it does'],
    Object.values(GATEWAY_ROUTES).map(({ id, method, path, summary }) => [
      `\`${id}\``,
      `\`${method} ${path.replace(/:(\w+)/g, '{$1}')}\``,
      cell(summary)
    ])
  )

const codesTable = (): string =>
  table(
    ['code', 'status', 'retryable', 'meaning'],
    ERROR_CODES.map(code => [`\`${code}\``, String(ERRORS[code].status), ERRORS[code].retryable ? 'yes' : '', cell(ERRORS[code].meaning)])
  )

const reasonsTable = (): string =>
  table(
    ['reason', 'code', 'status', 'common', 'meaning'],
    REASON_NAMES.map(reason => [
      `\`${reason}\``,
      `\`${REASONS[reason].code}\``,
      String(statusOf(reason)),
      isCommon(reason) ? 'yes' : '',
      cell(REASONS[reason].meaning)
    ])
  )

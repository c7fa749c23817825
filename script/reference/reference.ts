import type { Catalog } from '../../src/catalog/catalog.ts'
import { ERROR_CODES } from '../../src/catalog/describe.ts'
import { failureShape, Metadata } from '../../src/catalog/envelope-shapes.ts'
import { publicSchema, toJsonSchema } from '../../src/catalog/json-schema.ts'
import { ERRORS, isCommon, REASON_NAMES, REASONS, statusOf } from '../../src/contract/errors.ts'
import { Job, JobItem } from '../../src/contract/job.ts'
import { GATEWAY_ROUTES } from '../../src/surfaces/shared/gateway-routes.ts'
import { operationSection } from './operation.ts'
import { operationsOf, rowsOf } from './overview.ts'
import { outputTable } from './schema.ts'
import { cell, table } from './table.ts'

/** Returns openapi/reference.md: every operation on one page. */
export function referenceOf(catalog: Catalog, serverUrl: string): string {
  const sections = [
    '# Reference',
    'Generated from the definitions by `npm run gen`: change those, not this page.',
    CALLING,
    ...catalog.tools.map(tool => `## ${tool.title}\n\n${tool.description}\n\n${rowsOf(catalog, tool, true)}`),
    '## The gateway itself',
    gatewayTable(),
    ...catalog.tools.flatMap(tool => [
      `# ${tool.title}`,
      ...operationsOf(catalog, tool).map(operation => operationSection(operation, serverUrl))
    ]),
    '# Shared shapes',
    ...SHAPES.map(([name, meaning, schema]) => `## ${name}\n\n${meaning}\n\n${outputTable(publicSchema(toJsonSchema(schema)))}`),
    '# Errors',
    'A code decides the HTTP status, unless a reason has its own. `GET /errors/{code}` returns the same.',
    codesTable(),
    'Any operation may return a `common` reason; each operation lists the other reasons that it may return.',
    reasonsTable()
  ]
  return `${sections.join('\n\n')}\n`
}

const CALLING = `Each operation has its own route. Each can also be called by its name, with the whole input as the body:
\`POST /v1/operations/{id}\`. If the gateway has keys, send \`Authorization: Bearer KEY\` or \`X-API-Key: KEY\`.
Every JSON response is \`{ "success": true, "data": …, "metadata": … }\` or \`{ "success": false, "error": … }\`; the tables below describe
\`data\`. \`Accept: text/markdown\` returns text for a reader; \`application/problem+json\` returns failures as RFC 9457 defines them;
\`text/event-stream\` returns the progress of an operation, then its result.

One example of each operation shows its call in four ways. If the gateway has keys, the call needs a key in each of them:

- curl: add \`-H 'Authorization: Bearer KEY'\`.
- TypeScript: our typed client, \`createClient({ url, key })\` of \`toolgate-client\`. Without it: \`npx openapi-typescript openapi/openapi.json -o gate.d.ts\`,
  then \`createClient<paths, 'application/json'>()\` of openapi-fetch.
- OpenAI: an entry of the \`tool_calls\` that a model returns if its tools are \`openapi/dialects/openai-chat.json\`. Send it unchanged:
  \`POST /v1/operations\` with \`{ "calls": [ … ] }\`. For a strict tool, a model also sends null for every property that is omitted here, which means the same.
- MCP: the \`params\` of \`tools/call\`, as an MCP client sends them to \`/mcp\`.`

const SHAPES = [
  ['Metadata', 'In every successful response, in addition to `data`.', Metadata],
  ['Error', 'Every failure.', failureShape([])],
  ['Job', 'Created by a bulk operation, a call with mode async, or an operation that starts a program.', Job],
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

import type { TObject } from 'typebox'
import { SCOPE_KINDS } from '../../src/access/scopes.ts'
import type { Catalog } from '../../src/catalog/catalog.ts'
import type { JsonSchema } from '../../src/catalog/json-schema.ts'
import { ApprovalsConfig } from '../../src/config/approvals.ts'
import { CircuitBreakerConfig } from '../../src/config/circuit-breaker.ts'
import { JobsConfig } from '../../src/config/jobs.ts'
import { RecordConfig } from '../../src/config/record.ts'
import { CLIENT_SETTINGS, Settings } from '../../src/config/settings.ts'
import type { AnyTool } from '../../src/contract/tool.ts'
import { namedSettings } from '../../src/systems/instances.ts'
import { cell, table } from './table.ts'

/** Returns docs/configuration.md: every setting and every kind of scope, from their definitions. */
export const configurationPage = (catalog: Catalog): string => `# Configuration

Generated from the definitions by \`npm run gen\`: change those, not this page.

Set one instance of each system in the environment; use a YAML or JSON file (\`TOOLGATE_CONFIG\`) for several. \`npx toolgate config check\` lists every problem
without starting. For a secret, \`NAME_FILE\` can name a file that contains its value.

## The gateway

${gatewayTable()}

The commands that call a running gateway (\`toolgate call\`, \`toolgate jobs watch\`) read:

${table(
  ['name', 'meaning'],
  Object.entries(CLIENT_SETTINGS).map(([name, meaning]) => [`\`${name}\``, cell(meaning)])
)}

## The systems

Each name below sets the instance \`default\` of its system. In the config file the same setting is the property in the last column, under
\`systems.<system>.instances.<name>\`. An instance with a missing or invalid setting is disabled, and only that instance: each problem is one warning at the start, and
\`GET /v1/instances\` lists it. A malformed file prevents the start.

${catalog.tools.flatMap(systemPart).join('\n\n')}

## A config file

<!-- example -->
\`\`\`yaml
# toolgate.yaml
keys:
  - { id: alice, hash: 0f…e1, scopes: ['filesystem:read'] }
policy:
  - { system: filesystem, permission: write, decision: confirm }
mcp:
  discovery: auto # all: every tool; search: three tools that find, describe and call the others; auto: search for more than 60 tools
jobs:
  keep_days: 30 # after a job has ended
  running_per_key: 5 # jobs of one key at once
packs:
  triage: ['gitlab:issues', gmail_search_messages, gmail_bulk_label_messages] # IDs, systems, groups
systems:
  filesystem:
    default_instance: docs
    instances:
      docs: { roots: /srv/docs }
      inbox: { roots: /srv/inbox }
\`\`\`
<!-- /example -->

The file is reloaded when it changes. Properties of \`jobs\` and \`record\` are read at the start only.

## Jobs

Properties of \`jobs\` in the config file, read at the start.

${sectionTable(JobsConfig)}

## The record of calls

Properties of \`record\` in the config file, read at the start. What it contains: [record.md](record.md).

${sectionTable(RecordConfig)}

## Circuit breaker

Properties of \`circuit_breaker\` in the config file, read at the start. While an instance keeps failing, calls to it fail immediately (\`circuit_open\`) and jobs wait.

${sectionTable(CircuitBreakerConfig)}

## Approvals

Properties of \`approvals\` in the config file, read at the start: see [Approvals](approvals.md).

${sectionTable(ApprovalsConfig)}

## Scopes

A key may do what any of its scopes allows. A permission includes the lower ones: \`destructive\` includes \`write\`, which includes \`read\`.

${table(
  ['scope', 'allows'],
  SCOPE_KINDS.map(({ scope, allows }) => [`\`${scope}\``, cell(allows)])
)}

Systems and their groups:

${table(
  ['system', 'groups'],
  catalog.tools.map(tool => [
    `\`${tool.name}\``,
    groupsOf(catalog, tool)
      .map(group => `\`${tool.name}:${group}\``)
      .join(', ')
  ])
)}
`

const gatewayTable = (): string =>
  table(
    ['name', 'default', 'meaning'],
    Object.entries<JsonSchema>(JSON.parse(JSON.stringify(Settings.properties))).map(([name, node]) => [
      `\`${name}\`${secretMark(node)}`,
      format(node.default),
      cell(withoutDefault(node))
    ])
  )

function systemPart(tool: AnyTool): string[] {
  const settings = namedSettings(tool)
  if (settings.length === 0) return []
  const rows = settings.map(({ name, property, node, required }) => [
    `\`${name}\`${secretMark(node)}`,
    required ? 'required' : format(node.default),
    cell(node.description ?? ''),
    `\`${property}\``
  ])
  return [`### ${tool.title}\n\n${table(['name', 'default', 'meaning', 'property'], rows)}`]
}

const sectionTable = ({ properties }: TObject): string =>
  table(
    ['property', 'meaning'],
    Object.entries<JsonSchema>(JSON.parse(JSON.stringify(properties))).map(([name, node]) => [`\`${name}\``, cell(node.description ?? '')])
  )

const groupsOf = (catalog: Catalog, tool: AnyTool): string[] => [
  ...new Set(catalog.operations.flatMap(operation => (operation.tool === tool && operation.group !== undefined ? operation.group : [])))
]

const secretMark = (node: JsonSchema): string => (node['x-secret'] === true ? ' (secret)' : '')

const format = (value: unknown): string =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
    ? ''
    : `\`${Array.isArray(value) ? value.join(',') : value}\``

/** The description without its default, which has its own column. */
const withoutDefault = ({ description = '', default: value }: JsonSchema): string =>
  value === undefined || value === '' ? description : description.replace(/; default .*$/, '')

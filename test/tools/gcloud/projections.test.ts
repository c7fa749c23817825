import { readdir, readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import t from 'tap'
import { holdsItem, isSecretBranch, isSecretName, namesItem } from '../../../src/lib/process/redact/secret-names.ts'
import { isPlainField, projectionFault } from '../../../src/tools/gcloud/client/policy/projections.ts'
import { temporaryFolder } from '../../helpers/app.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { openGcloudDesk } from '../../helpers/gcloud.ts'
import { listen, type Seen } from '../../helpers/listen.ts'
import { sdk, noGcloud as skip } from '../../helpers/real-gcloud.ts'

const CANARY = 'hunter2-Zq9'

const SECRET_FIELDS =
  `token authString apiToken bearerToken joinToken connectionString credentials pwd pass psk dsn encryptionKey rawKey signingKey
  md5AuthenticationKey secret password clientKey`.split(/\s+/)

/** Ways to show the field of a secret, the object around it, or a part of it, without its name. */
const projectionsOf = (field: string): string[] => [
  ...[
    '',
    '.encode(base64)',
    '.list()',
    '.sub("x","y")',
    '.split("-")',
    '.extract("value")',
    '.flatten(show=values)',
    '.basename()',
    '.len()'
  ].map(transform => `value(${field}${transform})`),
  ...['value', 'csv', 'table', 'list', 'text', 'flattened', 'config', 'object', 'multi', 'get', 'diff'].flatMap(format => [
    `${format}(${field})`,
    `${format}[separator=" "](${field})`,
    `${format}(name,${field}:label=NAME)`,
    `${format}(name, ${field})`,
    `${format}("${field}")`
  ]),
  `json(${field}.encode(base64))`,
  `json(${field}:label=name)`,
  `json(name):(${field}:sort=1)`,
  `value(firstof(${field}))`,
  `value(format("{0}",${field}))`,
  `value(name,map().list(${field}))`,
  `table(name,spec:format="value(${field})")`,
  `json value(${field})`,
  `value(if(${field},name))`
]

const REFUSED: Record<string, string[]> = {
  '--format': [
    ...SECRET_FIELDS.flatMap(name => [name, `masterAuth.${name}`, `a[0].${name}`]).flatMap(projectionsOf),
    ...['env', 'env[]', 'spec', 'masterAuth', 'a.env[0].value', 'a.env[].value', 'metadata.items', 'items[0].value', '.'].flatMap(
      projectionsOf
    ),
    ...[
      'text',
      'list',
      'config',
      'object',
      'multi',
      'flattened',
      'export',
      'diff',
      'get',
      'csv',
      'value',
      'table',
      'JSON',
      '',
      ' json',
      'json '
    ],
    ...[
      'value(masterAuth.list(show=values))',
      'flattened[separator=" "](masterAuth)',
      'value(multi)',
      'env["value"]',
      'value(env["value"])'
    ],
    ...[
      'value(name.list(show=values))',
      'value(name))(',
      'json(env.value)',
      'yaml(env.value)',
      'json(a.value:format=text)',
      'value(initialUser)'
    ]
  ],
  '--filter': [
    ...[
      ...SECRET_FIELDS,
      'env.value',
      'env[].value',
      'masterAuth',
      'spec',
      'a.b.password',
      'metadata.items',
      'items.value',
      'initialUser'
    ].flatMap(field => [
      `${field}~^a`,
      `${field}:a*`,
      `name=a AND ${field}=b`,
      `(name=a OR ${field}<b)`,
      `-${field}:x`,
      `NOT ${field}:x`,
      `name:a ${field}~a`
    ]),
    ...[
      'hunter2',
      'name=a hunter2',
      'name=a"b masterAuth.clientKey~x"',
      '"env".value:a',
      'env.value.list():x',
      'status.url:x',
      'NOT hunter2',
      '""'
    ],
    ...['\u001c', '\u001f', '\u0085', '\u00a0', '\u2028', '\u3000', '\t', '\ufeff'].map(blank => `name=a${blank}password~^h`),
    ...['name=a\\ password=b', "name='a'b", 'firstof(password):a', 'password', 'name=a AND (hunter2)']
  ],
  '--sort-by': [...SECRET_FIELDS, 'env', 'spec', 'masterAuth', '~env.value', 'name,password', 'env[].value', 'password.len()'],
  '--flatten': [...SECRET_FIELDS.map(name => `a.${name}`), 'env[].value', 'env.value[]', 'a.list()', 'env[],masterAuth.password']
}

const ACCEPTED: Record<string, string[]> = {
  '--format': [
    ...['json', 'yaml', 'default', 'none', 'json(spec.template)', 'json(env)', 'yaml(name,status)', 'json(nodePools[0].config)'],
    ...[
      'value(name)',
      'value(metadata.name,status.url)',
      'table(name,zone.basename())',
      'csv[no-heading](id)',
      'table[box](name:label=N, status)'
    ],
    ...['value(networkInterfaces[0].accessConfigs[0].natIP)', 'value(spec.template.spec.containers[0].image)', 'value(labels.team)'],
    ...[
      'csv(name,createTime.date("%Y-%m-%d"))',
      'value[separator=","](name,id)',
      'value(masterAuth.clusterCaCertificate)',
      'value(endpoint)'
    ],
    ...['table(metadata.name:sort=1,status.latestReadyRevisionName)', 'value(status.conditions[0].status)', 'value(bindings.members)']
  ],
  '--filter': [
    ...[
      'name:web',
      'status=RUNNING AND zone:us-*',
      'labels.env=prod',
      '(name=a OR name=b) AND NOT status:X',
      'name~"^a\\.b"',
      'createTime>-P1D'
    ],
    ...[
      'zone:( us-a us-b )',
      '-name:x',
      'bindings.role:roles/editor',
      'zone.basename()=a',
      'status.state = ACTIVE AND placement.clusterName = c'
    ],
    ...['tags.items=http', 'name="a b"', 'labels.db-password:*']
  ],
  '--sort-by': ['name', '~createTime', 'name,~id'],
  '--flatten': ['bindings[].members', 'spec.containers[]', 'nodePools[]']
}

t.test('projections, filters and orders that could reveal a secret are refused, and others are not', async t => {
  for (const [flag, values] of Object.entries(REFUSED))
    t.strictSame(
      values.filter(value => projectionFault(flag, [value], 'run services list') === undefined),
      [],
      flag
    )
  for (const [flag, values] of Object.entries(ACCEPTED))
    t.strictSame(
      values.filter(value => projectionFault(flag, [value], 'run services list') !== undefined),
      [],
      flag
    )
  t.ok(projectionFault('--format', ['json', 'text'], 'run services list'), 'each of several values counts')
  t.notOk(projectionFault('--filter', ['hunter2'], 'projects list'), 'a list without secrets accepts any filter')
})

t.test('check denies them in any form, and explains what is accepted', async t => {
  const desk = await openGcloudDesk(t)
  for (const [flag, value] of [
    ['--format', 'text'],
    ['--format', 'value(masterAuth.list(show=values))'],
    ['--filter', 'env.value~^a'],
    ['--sort-by', 'masterAuth.password'],
    ['--flatten', 'env[].value']
  ] as const)
    for (const words of [
      ['container', 'clusters', 'list', `${flag}=${value}`],
      ['container', 'clusters', 'list', flag, value],
      ['container', 'clusters', 'list', `${flag}=${value}`, flag === '--format' ? '--format=json' : '--limit=1'],
      ['beta', 'container', 'clusters', 'list', '--limit=1', `${flag}=${value}`]
    ]) {
      const { data } = await desk.call('check', { args: words })
      t.equal(data.verdict, 'denied', words.join(' '))
      t.match(data.why, flag)
      t.match(data.alternative, /name/)
      t.equal((await desk.call('run', { args: words })).status, 403)
    }
})

/** Fields of all messages of all APIs in the SDK, and the messages that they contain. */
async function messagesOf(folder: string): Promise<Map<string, Map<string, { kind: string; type: string }>>[]> {
  const files = (await readdir(folder, { recursive: true })).filter(file => file.endsWith('_messages.py'))
  return await Promise.all(
    files.map(async file => {
      const messages = new Map<string, Map<string, { kind: string; type: string }>>()
      let open: { indent: number; fields: Map<string, { kind: string; type: string }> }[] = []
      for (const line of (await readFile(path.join(folder, file), 'utf8')).split('\n')) {
        const indent = line.length - line.trimStart().length
        const name = /^\s*class (\w+)\(_messages\.Message\)/.exec(line)?.[1]
        if (name !== undefined) {
          open = [...open.filter(one => one.indent < indent), { indent, fields: messages.get(name) ?? new Map() }]
          messages.set(name, open.at(-1)?.fields ?? new Map())
        }
        const [, field, kind = '', type = ''] = /^\s*(\w+) = _messages\.(\w+)\((?:'([\w.]+)')?/.exec(line) ?? []
        if (field !== undefined) open.findLast(one => one.indent < indent)?.fields.set(field, { kind, type: type.split('.').at(-1) ?? '' })
      }
      return messages
    })
  )
}

/** Fields that contain no secret after all, by their type. */
const HARMLESS_TYPES: Readonly<Record<string, string>> = {
  StructuredMessage: 'the key of a message is its name',
  BuildBazelRemoteExecutionV2Platform: 'the properties of a platform; no command shows them',
  ConfigManagementConfigSyncState: 'a token of the source is the hash of a commit',
  ConfigManagementSyncState: 'the same',
  ConfigManagementFeatureState: 'the same',
  ConfigSyncState: 'the same',
  SyncState: 'the same',
  FeatureState: 'the same; the state of the identity service holds no secret in clear',
  GoogleCloudMlV1Version: 'of the metadata of an operation, which are refused',
  Network: 'of the usage of a network, which no command shows',
  ServicePerimeterConfig: 'the rules of a perimeter name methods',
  Variable: 'of a debugger, which no command shows',
  LocalizedString: 'the token of a text is its name'
}

/** Maps of names to texts, lists of labels, and details of errors have no specific type. */
const UNTYPED = /labels$|tags$|annotations$|details$|^additionalProperties$/i

t.test('no selectable field contains an object with a secret, in any API of the SDK', { skip, timeout: 120_000 }, async t => {
  const all = await messagesOf(path.join(sdk, 'lib/googlecloudsdk/generated_clients/apis'))
  let fields = 0
  const found: string[] = []
  for (const messages of all) {
    const known = new Map<string, boolean>()
    const holdsSecret = (type: string): boolean => {
      const before = known.get(type)
      if (before !== undefined) return before
      known.set(type, false)
      const held = [...(messages.get(type) ?? [])]
      const isPair =
        type !== 'AdditionalProperty' &&
        held.some(([name]) => namesItem(name)) &&
        held.some(([name, { kind }]) => holdsItem(name) && kind === 'StringField')
      const holds =
        isPair ||
        held.some(([name, { kind, type: inner }]) =>
          kind === 'MessageField'
            ? !UNTYPED.test(name) && holdsSecret(inner)
            : kind === 'StringField' && isSecretName(name) && !isSecretBranch(`${name}Name`)
        )
      known.set(type, holds)
      return holds
    }
    for (const [message, held] of messages)
      for (const [name, { kind, type }] of held) {
        // A request and a list response are not resources that gcloud prints.
        if (
          kind !== 'MessageField' ||
          /(?:Request|Response|ScopedList)$/.test(message) ||
          !isPlainField(name) ||
          HARMLESS_TYPES[type] !== undefined
        )
          continue
        fields += 1
        if (!UNTYPED.test(name) && holdsSecret(type)) found.push(`${message}.${name}: ${type}`)
      }
  }
  t.ok(fields > 1_000, `${fields} fields`)
  t.strictSame([...new Set(found)].sort(), [])
})

const masterAuth = { username: 'admin', clusterCaCertificate: 'LS0tY2E=', ...Object.fromEntries(SECRET_FIELDS.map(name => [name, CANARY])) }
const env = [
  { name: 'DB_PASSWORD', value: CANARY },
  { value: CANARY, name: 'API_TOKEN' },
  { name: 'REGION', value: 'kept' }
]
const cluster = {
  name: 'c1',
  location: 'us-central1-a',
  zone: 'us-central1-a',
  status: 'RUNNING',
  endpoint: '192.0.2.1',
  masterAuth,
  resourceLabels: { team: 'a' },
  nodeConfig: {
    metadata: { 'db-password': CANARY, plain: 'kept', script: `export DB_PASS=${CANARY}\nrun`, env: JSON.stringify(env) },
    diskSizeGb: 10
  },
  nodePools: [{ name: 'p', status: 'RUNNING', config: { metadata: { API_KEY: CANARY, plain: 'kept' } } }]
}
const service = {
  apiVersion: 'serving.knative.dev/v1',
  kind: 'Service',
  metadata: { name: 's', namespace: 'p1', labels: { 'cloud.googleapis.com/location': 'us-central1' } },
  spec: { template: { metadata: { name: 's-1' }, spec: { containers: [{ image: 'img', env }] } } },
  status: { url: 'https://s.example', latestReadyRevisionName: 's-1', conditions: [{ type: 'Ready', status: 'True' }] }
}

function google(response: ServerResponse, { url }: Seen): unknown {
  const body = /\/clusters\/c1/.test(url)
    ? cluster
    : url.includes('/clusters')
      ? { clusters: [cluster] }
      : url.includes('/services')
        ? { apiVersion: 'serving.knative.dev/v1', kind: 'ServiceList', items: [service] }
        : { error: { code: 404, message: `no ${url} with password=${CANARY}` } }
  return response.writeHead('error' in body ? 404 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

t.test('the printers of gcloud show no secret of a resource with any accepted projection', { skip, timeout: 300_000 }, async t => {
  const [api, folder] = [await listen(t, google), await temporaryFolder(t)]
  const variables = [
    `CLOUDSDK_CONFIG=${path.join(folder, 'config')}`,
    ...['CONTAINER', 'RUN'].map(name => `CLOUDSDK_API_ENDPOINT_OVERRIDES_${name}=${api.url}/`),
    'CLOUDSDK_AUTH_DISABLE_CREDENTIALS=true',
    'CLOUDSDK_CORE_PROJECT=p1'
  ]
  const { url } = await startGateway(t, {
    roots: folder,
    dataDirectory: path.join(folder, 'data'),
    environment: { GCLOUD_ENVIRONMENT: variables.join(',') }
  })
  const run = async (input: object, accept = 'application/json'): Promise<string> => {
    const headers = { 'content-type': 'application/json', accept }
    return await (await fetch(`${url}/v1/gcloud/run`, { method: 'POST', headers, body: JSON.stringify(input) })).text()
  }
  const describe = ['container', 'clusters', 'describe', 'c1', '--zone=us-central1-a']
  const clusters = ['container', 'clusters', 'list']
  const services = ['run', 'services', 'list']
  const cases: [input: object, shows: string][] = [
    [{ args: describe }, 'kept'],
    [{ args: describe, format: 'raw' }, 'kept'],
    ...['yaml', 'default', 'json(masterAuth)', 'yaml(masterAuth,nodeConfig)', 'json(nodePools[0].config)'].map(
      (format): [object, string] => [{ args: [...describe, `--format=${format}`] }, '[redacted]']
    ),
    [{ args: [...describe, '--format=value(name,masterAuth.clusterCaCertificate)'] }, 'LS0tY2E='],
    [{ args: [...clusters, '--flatten=nodePools[]', '--format=json(nodePools)'] }, 'kept'],
    [{ args: [...clusters, '--filter=name:c1', '--sort-by=~name', '--format=table(name,status,endpoint)'] }, 'RUNNING'],
    [{ args: [...services, '--format=yaml'] }, 'kept'],
    [{ args: [...services, '--format=yaml(spec.template)'] }, 'kept'],
    [{ args: [...services, '--format=json(spec.template.spec.containers[0])'] }, 'kept'],
    [{ args: [...services, '--format=value(metadata.name,spec.template.spec.containers[0].image)'] }, 'img'],
    [{ args: services, format: 'raw' }, 's.example']
  ]
  const check = async ([input, shows]: [object, string], accept?: string): Promise<void> => {
    const text = await run(input, accept)
    t.notMatch(text, CANARY, JSON.stringify(input))
    t.ok(text.includes(shows), `${JSON.stringify(input)} shows ${shows}: ${text.slice(0, 300)}`)
  }
  for (const one of cases) await check(one)
  for (const accept of ['text/event-stream', 'text/markdown']) await check(cases[0] ?? [{}, ''], accept)
})

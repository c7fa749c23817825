import t from 'tap'
import { constructedBy, type Expression, expressionsIn, findAttack, SRC } from '../helpers/regular-expressions.ts'

/** Expressions with more than linear time, and why no untrusted text of any length reaches them: `file source`. */
const BOUNDED: Readonly<Record<string, string>> = {
  [String.raw`config/service-links.ts ^TOOLGATE_(?:\w+_)?(?:SERVICE_(?:HOST|PORT(?:_\w+)?)|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)$`]:
    "the names of variables are the operator's",
  [String.raw`tools/gcloud/client/command/redacted.ts ^--(?:secrets?|keys?|multikey|(?:[\w-]+[-_])?(?:kms|cmek|crypto|public|page|ordering|partition|group|project|site|reservation|version)[-_](?:keys?|token)|(?:[\w-]+-)?secret-manager-stored-[\w-]+|(?:[\w-]+-)?(?:signing|verification)-keys|(?:clear|set|update|remove|use|enforce|generate|prompt|retain|discard|no|offline|application)-[\w-]+|(?:[\w-]+-)?prompt-for-[\w-]+)$`]:
    'only a flag of at most 101 characters is matched',
  [String.raw`tools/confluence/client/search/cql.ts "(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\border\s+by\b|["'()\\]`]:
    'a query has at most 1,024 characters',
  [String.raw`tools/confluence/client/settings.ts \/(rest\/api)?\/*$`]: "the address of an instance is the operator's",
  [String.raw`tools/filesystem/client/directories/glob.ts \\[\s\S]|\[[!^]?\]?[^\]/]*\]`]: 'a glob has at most 1,024 characters'
}

/** Expressions constructed in a function, and why no caller provides their source. */
const IN_FUNCTIONS: Readonly<Record<string, string>> = {
  'pipeline/log/loggable.ts': 'the patterns are those of definitions, and texts are of bounded length',
  'tools/gcloud/client/directories.ts': 'the separator of paths',
  'tools/gitlab/client/merge-requests/auto-close.ts': 'a part of an expression that is constructed at load',

  'tools/web/jina/envelope.ts': 'the names are two words of the same file',
  'tools/gcloud/client/policy/policy.ts': 'the patterns are those of the operator (GCLOUD_ALLOW), and texts are commands of bounded length',
  'surfaces/rest/fallback.ts': 'made of the routes of the gateway, over URLs of bounded length',
  'jobs/commands/follow-up/parent-items.ts': 'a class of characters'
}

const nameOf = ({ file, source }: Expression): string => `${file} ${source}`

const { literals, constructions } = expressionsIn(SRC)

t.test('the check finds expressions that are known to be slow', { timeout: 300_000 }, async t => {
  // Earlier expressions of this project, and published examples.
  for (const [source, flags] of [
    ['<(script|style)[\\s\\S]*?<\\/\\1>', 'gi'],
    ['<[^>]+>', 'g'],
    ['[ \\t]+$', 'gm'],
    ['\\r+$', ''],
    [',+$', ''],
    ['\\s*\\n\\s*', 'g'],
    ['^Bearer +(.+)$', 'i'],
    ['"(?:\\\\.|[^"\\\\])*"', 'g'],
    ['(a+)+$', ''],
    ['^(\\w+\\s?)*$', ''],
    ['(x|xx)+y', ''],
    ['^(.*?),(.*?),(.*?),(.*?)P', ''],
    ['<!--[\\s\\S]*?-->', 'g'],
    ['^[^,]*\\S[^,]*$', 'u'],
    ['^[^\\s@/]+\\.[^\\s@/]+$', 'u'],
    ['^a=\\s*(?:\\w+\\s*)*;', ''],
    ['section_(?:start|end):\\d+:[\\w.-]+(?:\\[[^\\]]*\\])?\\r?', 'g']
  ] as const)
    t.ok(findAttack({ source, flags }), `/${source}/${flags}`)
})

t.test('the check accepts linear expressions', async t => {
  for (const [source, flags] of [
    ['<[^<>]*>', 'g'],
    ['\\s+', 'g'],
    ['^[\\w.:-]{1,128}$', ''],
    ['^\\d{4}-\\d{2}-\\d{2}$', '']
  ] as const)
    t.equal(findAttack({ source, flags }), undefined, `/${source}/${flags}`)
})

t.test('no regular expression takes more than linear time', { timeout: 600_000 }, async t => {
  t.ok(literals.length > 300)
  for (const { file, text, atLoad } of constructions) t.ok(atLoad || IN_FUNCTIONS[file] !== undefined, `${file}: ${text.slice(0, 60)}`)
  const constructed = await constructedBy([...new Set(constructions.filter(({ atLoad }) => atLoad).map(({ file }) => file))])
  t.ok(constructed.length >= 10)
  const all = new Map([...literals, ...constructed].map(one => [`${one.source}/${one.flags}`, one]))
  for (const one of all.values()) {
    const attack = BOUNDED[nameOf(one)] === undefined ? findAttack(one) : undefined
    t.equal(attack, undefined, `${one.file} /${one.source}/${one.flags} ${JSON.stringify(attack ?? '')}`)
  }
})

t.test('no pattern of an input takes more than linear time', { timeout: 600_000 }, async t => {
  // Loaded now: constructedBy needs modules that no one has loaded.
  const { loadCatalog } = await import('../../src/systems/load-catalog.ts')
  const { inputOf } = await import('../../src/catalog/reserved-inputs.ts')
  const { mapSchema, toJsonSchema } = await import('../../src/catalog/json-schema.ts')
  const { GATEWAY_ROUTES } = await import('../../src/surfaces/shared/gateway-routes.ts')
  const { operations } = await loadCatalog()
  const schemas = [...operations.map(operation => inputOf(operation)), ...Object.values(GATEWAY_ROUTES).map(({ input }) => input)]
  const patterns = new Map<string, string>()
  for (const schema of schemas)
    mapSchema(toJsonSchema(schema), node => {
      if (typeof node['pattern'] === 'string') patterns.set(node['pattern'], node.description ?? '')
      return node
    })
  t.ok(patterns.size > 30)
  for (const [source, description] of patterns) {
    const attack = findAttack({ source, flags: 'u' })
    t.equal(attack, undefined, `/${source}/u of "${description.slice(0, 60)}" ${JSON.stringify(attack ?? '')}`)
  }
})

t.test('every exception for a slow expression is used', async t => {
  const names = new Set(literals.map(nameOf))
  t.strictSame(
    [...Object.keys(BOUNDED)].filter(name => !names.has(name)),
    []
  )
  const files = new Set(constructions.filter(({ atLoad }) => !atLoad).map(({ file }) => file))
  t.strictSame(
    Object.keys(IN_FUNCTIONS).filter(file => !files.has(file)),
    []
  )
})

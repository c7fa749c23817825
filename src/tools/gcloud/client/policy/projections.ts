import { holdsItem, isSecretBranch } from '../../../../lib/process/redact/secret-names.ts'

/*
 * gcloud filters, sorts and projects a resource before the gateway sees it. A projection can print a secret without the name by which it is
 * recognized, and a filter or an order can reveal a secret bit by bit. So only fields without secrets may be named, in a grammar that is parsed
 * completely here. All other features (transforms, other formats) are refused.
 */

/**
 * Last words of field names with a single value or a list of values. test/tools/gcloud/projections.test.ts checks their types against
 * the SDK.
 */
const PLAIN_WORDS =
  `name names id ids uid uuid number time timestamp date type state status phase stage title description version zone zones region regions
  location locations network subnetwork count size gb mb gib cidr hostname direction priority severity enabled disabled done email role roles
  member members labels tag tags kind class tier family architecture protocol port ports purpose project parent domain namespace language
  mode level generation platform edition capacity percent replicas duration timeout preemptible channel reason schedule runtime owner
  organization verb code branch scope availability bootable autoscaling active paused locked deleted created updated by`.split(/\s+/)

/**
 * Further words of fields that may be printed: if one contains an object after all, its secrets are recognized by the names printed with
 * it.
 */
const PRINTED_WORDS =
  `uri url link ip ipv4 ipv6 address addresses endpoint endpoints host image images service account user instance instances cluster certificate
  range ranges message digest sha256 fingerprint etag target bytes cpus iops action method expression asn mtu repository bucket prefix path zone
  topic subscription self revision topology units usage limit format index order score attempts membership plan comment`.split(/\s+/)

const PLAIN: ReadonlySet<string> = new Set(PLAIN_WORDS)
const PRINTED: ReadonlySet<string> = new Set([...PLAIN_WORDS, ...PRINTED_WORDS])

/** Fields that are named like a value, but contain an object with a secret in some resource. */
const OBJECTS: ReadonlySet<string> = new Set(
  `defaultVersion appleDeveloperId initialUser customAccount googleAccount integrationVersion applicationTemplateRevision httpTarget pubsubTarget
  appEngineHttpTarget packageRepository genericWebService identityService identityserviceFeatureState bgpPeerStatus extendedStatus`.split(
    /\s+/
  )
)

const NAME = String.raw`[A-Za-z_][\w-]{0,99}(?:\[\d{0,6}\]){0,4}`
const KEY = String.raw`${NAME}(?:\.${NAME}){0,30}`
/** They return a part or a count of their input. */
const TRANSFORMS = String.raw`(?:\.(?:(?:basename|size|len|count|list|lower|upper)\(\)|(?:segment|scope)\(\w{0,30}\)|date\([\w%:/.,='" -]{0,60}\))){0,3}`

const namesIn = (key: string): string[] => key.replace(/\[\d*\]/g, '').split('.')

/** The metadata of an AI Platform operation contain a version with variables. */
const OBJECT_PATH = /(?:^|\.)metadata\.version$/

const holdsSecret = (key: string): boolean =>
  OBJECT_PATH.test(key) ||
  namesIn(key).some(name => !isPlainList(key, name) && (isSecretBranch(name) || holdsItem(name) || OBJECTS.has(name)))

/** Labels are meant to be shown and searched, whatever their names. */
const isPlainList = (key: string, name: string): boolean => namesIn(key).at(-2) === 'labels' && namesIn(key).at(-1) === name

const lastWord = (name: string): string =>
  name
    .replace(/([a-z])([A-Z\d])|([A-Z])([A-Z][a-z])/g, '$1$3_$2$4')
    .toLowerCase()
    .split(/[_-]/)
    .at(-1) ?? ''

/** Whether the name of a field shows that it contains a single value that is not secret. */
export function isPlainField(key: string, words: ReadonlySet<string> = PLAIN): boolean {
  if (holdsSecret(key)) return false
  const names = namesIn(key)
  const last = names.at(-1) ?? ''
  return (
    names.at(-2) === 'labels' || (names.at(-2) === 'tags' && last === 'items') || words.has(lastWord(last)) || words.has(last.toLowerCase())
  )
}

const isPrintedField = (key: string): boolean => isPlainField(key, PRINTED)

const PRINTED_KEY = new RegExp(
  `^(${KEY})${TRANSFORMS}((?::(?:label=(?:[\\w ./-]{1,60}|"[\\w ./-]{1,60}")|sort=\\d{1,3}|reverse|align=\\w{4,6}))*)$`
)
const WHOLE_KEY = new RegExp(`^${KEY}$`)
const FORMAT = /^(json|yaml|default|none|disable|table|value|csv)(?:\[([^[\]()]{0,200})\])?(?:\(([\s\S]{0,4000})\))?$/
const ATTRIBUTES =
  /^(?:no-heading|box|all-box|no-pad|quote|(?:separator|delimiter|terminator)=(?:"[^"\\]{0,10}"|'[^'\\]{0,10}'|[^\s"'\\,]{1,10}))?$/

/** Splits at commas outside the arguments of transforms. Returns an empty list for any other syntax. */
function keysIn(text: string): string[] {
  const keys: string[] = text.match(/(?:[^,()]|\([^()]*\))+/g) ?? []
  return keys.join(',') === text ? keys.map(key => key.trim()) : []
}

function isFormat(value: string): boolean {
  const [, name = '', attributes, keys] = FORMAT.exec(value) ?? []
  if (name === '') return false
  if (['table', 'value', 'csv'].includes(name)) {
    const areAllowed = (attributes ?? '').split(/,(?=[a-z])/).every(attribute => ATTRIBUTES.test(attribute.trim()))
    return areAllowed && keys !== undefined && keysIn(keys).length > 0 && keysIn(keys).every(isPrintedKey)
  }
  if (attributes !== undefined) return false
  return keys === undefined || (['json', 'yaml'].includes(name) && keysIn(keys).length > 0 && keysIn(keys).every(isWholeKey))
}

function isPrintedKey(text: string): boolean {
  const [, key] = PRINTED_KEY.exec(text) ?? []
  return key !== undefined && isPrintedField(key)
}

/** JSON and YAML print each value with the names above it. */
const isWholeKey = (text: string): boolean => WHOLE_KEY.test(text) && !holdsSecret(text)

const TERM = new RegExp(
  String.raw`-?(${KEY})${TRANSFORMS}\s{0,10}(?:[<>!]=|!~|[:=<>~])\s{0,10}(?:"(?:[^"\\]|\\[^"'\\])*"|'(?:[^'\\]|\\[^"'\\])*'|\([\w\s,.:/*@-]{0,2000}\)|[^\s()"'\\]+)(?=[\s)]|$)`,
  'y'
)
const BETWEEN = /(?:\s|\(|\)|(?:AND|OR|NOT)(?=[\s(]))+/y

function isFilter(value: string): boolean {
  let at = 0
  while (at < value.length) {
    BETWEEN.lastIndex = at
    if (BETWEEN.test(value)) at = BETWEEN.lastIndex
    if (at >= value.length) break
    TERM.lastIndex = at
    const found = TERM.exec(value)
    if (!found || !isPlainField(found[1] ?? '')) return false
    at = TERM.lastIndex
  }
  return true
}

const isOrder = (value: string): boolean =>
  value.split(',').every(part => WHOLE_KEY.test(part.trim().replace(/^~/, '')) && isPlainField(part.trim().replace(/^~/, '')))

const isFlattening = (value: string): boolean => value.split(',').every(part => isWholeKey(part.trim()))

interface Rule {
  accepts: (value: string) => boolean
  why: string
  instead: string
}

const MAX_LENGTH = 8_192

/** Python treats more characters as whitespace than JavaScript, so only spaces are accepted. */
const STRANGE = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u

const ASK_JSON = 'json includes all fields, with secrets replaced by [redacted].'

const RULES: ReadonlyMap<string, Rule> = new Map([
  [
    '--format',
    {
      accepts: isFormat,
      why: 'it could show a secret without its name',
      instead: `Use json, yaml, default, none, json(KEY,...), yaml(KEY,...), or value(KEY,...), csv(KEY,...) and table(KEY,...) with fields such as name, zone.basename(), status or createTime. ${ASK_JSON}`
    }
  ],
  [
    '--filter',
    {
      accepts: isFilter,
      why: 'what it selects could reveal a secret',
      instead:
        'Compare fields that hold no secret, such as name:web, status=RUNNING, labels.env=prod or "createTime>-P1D", with AND, OR, NOT and parentheses; or select from the JSON output yourself.'
    }
  ],
  [
    '--sort-by',
    {
      accepts: isOrder,
      why: 'the order could reveal a secret',
      instead: 'Sort by fields that hold no secret, such as name or ~createTime.'
    }
  ],
  [
    '--flatten',
    { accepts: isFlattening, why: 'it could separate a secret from its name', instead: 'Use names of lists, such as spec.containers[].' }
  ]
])

/** Lists that contain no secrets at all, so any filter and order is accepted. */
const WITHOUT_SECRETS =
  /^(?:(?:projects|organizations|services|resource-manager folders|billing accounts|storage buckets|pubsub topics|dns managed-zones|dns record-sets|iam roles|iam service-accounts|artifacts repositories|logging logs) list|storage (?:ls|objects list)|compute (?:zones|regions|machine-types|disk-types|accelerator-types|networks|networks subnets|addresses|firewall-rules|routes) list)$/

/**
 * Returns why the values of a flag could reveal what the gateway hides, and what to use instead; undefined if they cannot. `path`: path
 * of the command.
 */
export function projectionFault(flag: string, values: readonly string[], path: string): Omit<Rule, 'accepts'> | undefined {
  const rule = RULES.get(flag)
  if (!rule || (SELECTING.has(flag) && WITHOUT_SECRETS.test(path))) return undefined
  return values.every(value => value.length <= MAX_LENGTH && !STRANGE.test(value) && rule.accepts(value))
    ? undefined
    : { why: rule.why, instead: rule.instead }
}

const SELECTING: ReadonlySet<string> = new Set(['--filter', '--sort-by'])

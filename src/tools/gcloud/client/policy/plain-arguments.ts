import type { Argument } from '../command/arguments.ts'
import type { Command } from '../command/command.ts'

/**
 * Flags whose value is never a local path, in any command of the SDK: environment variables and arguments of containers, texts,
 * expressions, paths in URLs and mounts. A new one must pass test/conformance/slow/gcloud-arguments.test.ts, which checks it against the
 * SDK.
 */
const PLAIN = new RegExp(
  `^--(?:${[
    '(?:[a-z0-9-]+-)?(?:env-vars|env|environment-variables|args?|commands?|exec|probe|add-volume|add-volume-mount|substitutions|path-rules|headers?|urls?)',
    '(?:[a-z0-9-]+-)?(?:message|message-body|description|title|comment|reason|documentation|display-name|note|text|body|body-content|payload-data|attribute)',
    '(?:[a-z0-9-]+-)?(?:expression|regexp?|filter|query|condition|metadata|rrdatas|ddl|statement|sql|database-flags|event-filters|health-route|predict-route|relative-ur[il])',
    '(?:(?:set|update|remove)-)?secrets|(?:document-|matcher-)?content|properties|parameters|query-params|params|kwargs|sort-by',
    'request-path|affinity-cookie-path|json-path|(?:trigger-)?event-filters-path-pattern|(?:included|ignored)-files|destination-(?:gke|run)-path|lustre-path',
    '(?:source|destination)-parallelstore-path|container-working-dir|container-mount-(?:host-path|tmpfs)'
  ].join('|')})$`
)

/** Flags that are plain in some commands and name a file in others. */
const PLAIN_IN: ReadonlyMap<string, RegExp> = new Map([
  ['--data', /^(?:functions call|workflows (?:run|execute))$/],
  ['--path', /^(?:monitoring uptime (?:create|update)|compute url-maps invalidate-cdn-cache)$/]
])

/** Commands whose positionals are all names, texts or expressions. */
const PLAIN_POSITIONALS =
  /^(?:logging (?:read|tail|write)|pubsub topics publish|data-catalog search|dataplex entries search|domains registrations search-domains)$/

/**
 * Commands that pass everything after `--` to a program in Google Cloud, with the number of their own positionals, which gcloud fills
 * first.
 */
const REMAINDERS: readonly (readonly [path: RegExp, positionals: number])[] = [
  [/^dataproc (?:jobs submit|workflow-templates add-job) (?:flink|hadoop|spark)$|^dataproc batches submit spark$/, 0],
  [/^dataproc (?:jobs submit|workflow-templates add-job|batches submit) (?:pyflink|pyspark|ray|spark-r)$/, 1],
  [/^dataproc-gdc service-instances spark-applications submit (?:pyspark|spark|spark-r)$/, 1],
  [/^(?:ai-platform|ml-engine) jobs submit training$|^dataplex tasks run$/, 1],
  [/^composer environments run$/, 2]
]

const remainderOf = (path: string) => REMAINDERS.find(([pattern]) => pattern.test(path))

export const takesRemainder = (path: string): boolean => remainderOf(path) !== undefined

/**
 * Whether gcloud certainly never reads an argument as a local path. Without the command tree, or for a flag that the tree does not list,
 * an argument may be a path.
 */
export function isPlain({ path, known, takes, arguments: args }: Command, { role, flag }: Argument): boolean {
  if (known !== 'command') return false
  const shown = path.join(' ')
  if (role === 'remainder') return args.filter(argument => argument.role === 'positional').length >= (remainderOf(shown)?.[1] ?? Infinity)
  if (role === 'positional') return PLAIN_POSITIONALS.test(shown)
  if (flag === undefined || role === 'unclear' || takes(flag) !== 'value') return false
  return PLAIN.test(flag) || PLAIN_IN.get(flag)?.test(shown) === true
}

/** Flags that name a local output path. Some commands write to Cloud Storage with the same flag. */
export const WRITES_TO: ReadonlySet<string> = new Set(
  ['local-dir', 'logs-path', 'output', 'output-dir', 'output-directory', 'output-path', 'target-path'].map(name => `--${name}`)
)

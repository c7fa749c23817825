import { projectionFault } from '../policy/projections.ts'

/** Global flags, and whether they take a value. */
export const GLOBAL_FLAGS: ReadonlyMap<string, 'value' | 'none'> = new Map([
  ['--access-token-file', 'value'],
  ['--account', 'value'],
  ['--billing-project', 'value'],
  ['--configuration', 'value'],
  ['--flags-file', 'value'],
  ['--flatten', 'value'],
  ['--format', 'value'],
  ['--help', 'none'],
  ['-h', 'none'],
  ['--impersonate-service-account', 'value'],
  ['--log-http', 'none'],
  ['--no-log-http', 'none'],
  ['--project', 'value'],
  ['--quiet', 'none'],
  ['-q', 'none'],
  ['--no-quiet', 'none'],
  ['--trace-token', 'value'],
  ['--user-output-enabled', 'none'],
  ['--no-user-output-enabled', 'none'],
  ['--verbosity', 'value'],
  ['--version', 'none'],
  ['-v', 'none']
])

export interface Flag {
  name: string
  /** After the `=`; undefined without one. */
  value: string | undefined
}

/** Returns undefined for a word that is not a flag. */
export function flagOf(token: string): Flag | undefined {
  if (!/^--?[a-zA-Z][\w-]*(?:=|$)/.test(token)) return undefined
  const cut = token.indexOf('=')
  return cut < 0 ? { name: token, value: undefined } : { name: token.slice(0, cut), value: token.slice(cut + 1) }
}

interface RefusedFlag {
  flag: RegExp
  why: string
  instead: string
}

/** The global flags that a caller may send. All others are refused, whatever the installed version supports. */
const TAKEN: ReadonlySet<string> = new Set(
  ['billing-project', 'flatten', 'format', 'help', 'project', 'quiet', 'verbosity', 'version']
    .map(name => `--${name}`)
    .concat('-h', '-q', '-v')
)

/** Undocumented global flags that use another credential or send one elsewhere. */
const HIDDEN = ['--authority-selector', '--authorization-token-file', '--credential-file-override', '--http-timeout', '--universe-domain']

/** Flags that no caller may send, in any position, and why. */
const REFUSED_FLAGS: readonly RefusedFlag[] = [
  { flag: /^--flags-file$/, why: "it reads further flags from a file on the gateway's host", instead: 'Send each flag separately.' },
  {
    flag: /^--access-token-file$/,
    why: 'it sends the content of any file as a token',
    instead: "The login of the gateway's host is used."
  },
  {
    flag: /^--(?:no-)?log-http$|^--trace-token$/,
    why: 'it prints requests with their credentials',
    instead: 'The output of the command itself shows what failed.'
  },
  {
    flag: /^--(?:account|configuration|impersonate-service-account)$/,
    why: 'it acts as another account',
    instead: 'Ask the operator to allow the flag, or to add an instance with that login.'
  },
  {
    flag: /^--(?:no-)?user-output-enabled$|^--no-quiet$/,
    why: 'it hides the output of the command, or makes it prompt, which no one can answer',
    instead: 'Remove it.'
  },
  {
    flag: /^--(?!clear-|no-|(?:included|ignored)-files$)(?:[a-z0-9-]*-)?files?$|^--[a-z0-9-]*-file-path$|^--(?:(?:output-|metadata-template-|path-)?file-name|local-filename|appyaml|local-source|local-package-path|manifest-path|kubeconfig|idp-metadata-path|jwk-json-path|trust-store-config-path|image-repository-cert-path|input-iam-policy-dir)$/,
    why: "it reads or writes a file on the gateway's host",
    instead: 'Pass the value itself in the flag without -file, or a gs:// URL if the command accepts one.'
  }
]

/** A flag in a command. */
interface Use {
  name: string
  /** After the `=`; undefined without one. */
  value: string | undefined
  /** All its values. */
  values: readonly string[]
  /** Whether every command of the installed SDK accepts it. */
  isGlobal: boolean
  /** Path of the command, without the release track. */
  path: string
}

/** Returns why a caller may not send a flag; undefined if it may. */
export function refusalOf({ name, value, values, isGlobal, path }: Use): Omit<RefusedFlag, 'flag'> | undefined {
  const rule = REFUSED_FLAGS.find(({ flag }) => flag.test(name))
  if (rule) return rule
  if ((isGlobal || GLOBAL_FLAGS.has(name) || HIDDEN.includes(name)) && !TAKEN.has(name))
    return { why: 'callers may not send this global flag', instead: 'Remove it.' }
  if (name === '--verbosity' && (value === undefined || values.some(level => /^\s*debug\s*$/i.test(level))))
    return { why: 'only levels such as --verbosity=info are allowed, and never debug, which prints requests', instead: 'Remove it.' }
  return projectionFault(name, values, path)
}

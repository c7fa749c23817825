/** Flags that every command takes, and whether a value follows as a word of its own. */
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
  /** After the `=`; undefined where there is none. */
  value: string | undefined
}

/** Undefined: it is a word. */
export function flagOf(token: string): Flag | undefined {
  if (!/^--?[a-zA-Z]/.test(token)) return undefined
  const cut = token.indexOf('=')
  return cut < 0 ? { name: token, value: undefined } : { name: token.slice(0, cut), value: token.slice(cut + 1) }
}

/** Every value that a flag is given before a `--`, behind `=` or as the next word. Of several gcloud takes the last. */
export function valuesOf(args: readonly string[], flag: string): string[] {
  const cut = args.indexOf('--')
  const own = cut < 0 ? args : args.slice(0, cut)
  return own.flatMap((arg, at) => (arg === flag ? [own[at + 1] ?? ''] : arg.startsWith(`${flag}=`) ? [arg.slice(flag.length + 1)] : []))
}

interface RefusedFlag {
  flag: RegExp
  why: string
  instead: string
}

/** Of the flags that every command takes, those that a caller may send; another of them is refused, whatever the installed version has. */
const TAKEN: ReadonlySet<string> = new Set(
  ['billing-project', 'flatten', 'format', 'help', 'project', 'quiet', 'verbosity', 'version']
    .map(name => `--${name}`)
    .concat('-h', '-q', '-v')
)

/** Taken by every command though no list tells of them: they lend a credential, or send one elsewhere. */
const HIDDEN = ['--authority-selector', '--authorization-token-file', '--credential-file-override', '--http-timeout', '--universe-domain']

/** Flags that no caller may send, wherever they stand, and why. */
const REFUSED_FLAGS: readonly RefusedFlag[] = [
  { flag: /^--flags-file$/, why: 'it takes further flags from a file of this machine', instead: 'Send each flag by itself.' },
  { flag: /^--access-token-file$/, why: 'it sends the content of any file as a token', instead: 'The login of this machine is used.' },
  {
    flag: /^--(?:no-)?log-http$|^--trace-token$/,
    why: 'it prints requests with their credentials',
    instead: 'The output of the command itself says what failed.'
  },
  {
    flag: /^--(?:account|configuration|impersonate-service-account)$/,
    why: 'it acts as somebody else',
    instead: 'Ask whoever runs the gateway to allow the flag, or for an instance that is logged in so.'
  },
  {
    flag: /^--(?:no-)?user-output-enabled$|^--no-quiet$/,
    why: 'it hides what the command did, or makes it ask a question that nobody can answer',
    instead: 'Leave it out.'
  },
  {
    flag: /^--(?!clear-|no-)(?:[a-z0-9-]*-)?files?$|^--[a-z0-9-]*-file-path$|^--(?:appyaml|local-source|local-package-path|manifest-path|kubeconfig|idp-metadata-path|jwk-json-path|trust-store-config-path|image-repository-cert-path|input-iam-policy-dir)$/,
    why: 'it reads or writes a file of this machine',
    instead: 'Give the value itself by the flag without -file, or a gs:// address where the command takes one.'
  }
]

/** A projection shows what it names without its name, so that nobody knows it for a secret any more. */
const SHOWS_SECRET = /passw|secret|token|credential|authoriz|(?:private|client|api|access|shared)_?key|keystring/i

/** Why a caller may not send a flag; undefined where he may. `isGlobal`: every command of the installed SDK takes it. */
export function refusalOf({ name, value }: Flag, following: string | undefined, isGlobal: boolean): Omit<RefusedFlag, 'flag'> | undefined {
  const rule = REFUSED_FLAGS.find(({ flag }) => flag.test(name))
  if (rule) return rule
  if ((isGlobal || GLOBAL_FLAGS.has(name) || HIDDEN.includes(name)) && !TAKEN.has(name))
    return { why: 'it is none of the flags of all commands that callers may send', instead: 'Leave it out.' }
  if (name === '--verbosity' && (value === undefined || value === 'debug'))
    return { why: 'only --verbosity=info and the like are, and never debug, which prints requests', instead: 'Leave it out.' }
  if (name === '--format' && SHOWS_SECRET.test(value ?? following ?? ''))
    return {
      why: 'it would show a secret without its name',
      instead: 'Ask for JSON: what looks like a secret by its name is taken out there.'
    }
  return undefined
}

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

interface RefusedFlag {
  flag: RegExp
  why: string
  instead: string
}

/** Flags that no caller may send, wherever they stand. */
export const REFUSED_FLAGS: readonly RefusedFlag[] = [
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
    flag: /^--(?!clear-|no-)(?:[a-z0-9-]*-)?files?$|^--[a-z0-9-]*-file-path$|^--(?:appyaml|local-source|local-package-path)$/,
    why: 'it reads or writes a file of this machine',
    instead: 'Give the value itself by the flag without -file, or a gs:// address where the command takes one.'
  }
]

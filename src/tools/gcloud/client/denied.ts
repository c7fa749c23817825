export interface Denial {
  /** Fits the path of a command, its words with blanks between, the release track left out. */
  path: RegExp
  why: string
  /** What to do instead. */
  instead: string
  /** Where the arguments make it harmless after all. */
  unless?: (args: readonly string[]) => boolean
}

const SECRET = 'it prints a secret'
const SHELL = 'it opens a shell or a tunnel'
const LOCAL = 'it changes this machine or the configuration of its gcloud'
const FILES = 'it reads or writes files of this machine'

const ASK = 'Ask whoever runs the gateway to do it on its machine.'
const IN_PERSON = 'Run it in a terminal of your own.'

const isRemote = (value: string): boolean => /^(?:gs|s3|https?):\/\//.test(value)
const allRemote = (args: readonly string[]): boolean => {
  const places = args.filter(arg => !arg.startsWith('-'))
  return places.length > 0 && places.every(isRemote)
}
const hasImage = (args: readonly string[]): boolean =>
  args.some(arg => /^--image(?:=|$)/.test(arg)) && !args.some(arg => /^--source(?:=|$)/.test(arg))
const hasRemoteSource = (args: readonly string[]): boolean =>
  args.some((arg, at) =>
    arg === '--source' ? isRemote(args[at + 1] ?? '') : arg.startsWith('--source=') && isRemote(arg.slice('--source='.length))
  )

/** What is not run for anybody, unless the settings of the instance allow the very path. The first that fits speaks. */
export const DENIED: readonly Denial[] = [
  {
    path: /^auth (?:application-default )?print-(?:access|identity)-token$|^auth describe$|^config config-helper$/,
    why: SECRET,
    instead: 'Run the command that you need the token for: the gateway is logged in already.'
  },
  {
    path: /^secrets versions access$/,
    why: SECRET,
    instead: 'Use "secrets versions describe" for its state, and let the program that needs the secret read it.'
  },
  {
    path: /^iam service-accounts keys create$|get-key-string$|get-auth-string$|-login-token$|fetch-read(?:-write)?-token$|get-authorization$/,
    why: SECRET,
    instead: ASK
  },
  { path: /reset-windows-password$|(?:get|tail)-serial-port-output$|sign-(?:blob|jwt|url)$/, why: SECRET, instead: ASK },
  {
    path: /(?:^| )(?:ssh|scp|copy-files|start-iap-tunnel|start-tcp-tunnel|connect-to-serial-port|config-ssh|interactive|proxy|local-run)$/,
    why: SHELL,
    instead: IN_PERSON
  },
  {
    path: /^cloud-shell |^sql connect$|^spanner cli$|^code |^app browse$|^(?:ai-platform|functions|ml-engine) local(?: |$)/,
    why: SHELL,
    instead: IN_PERSON
  },
  {
    path: /^auth (?!list$)/,
    why: LOCAL,
    instead: 'Ask whoever runs the gateway to log in on its machine; "auth list" and gcloud_status tell who is logged in.'
  },
  {
    path: /^config (?!(?:list|get|get-value|configurations (?:list|describe))$)/,
    why: LOCAL,
    instead: 'Give project with the call, and zone or region as flags.'
  },
  { path: /^components (?!list$)|^(?:init|docker|feedback|survey|interactive)(?: |$)|^meta /, why: LOCAL, instead: ASK },
  { path: /^emulators .*(?:start|env-init)$/, why: 'it starts a server on this machine', instead: ASK },
  { path: /get-credentials$|get-screenshot$|create-(?:cred|login)-config$|generate-gateway-rbac$/, why: FILES, instead: ASK },
  { path: /^storage (?:cp|mv|rsync|hash)$/, why: FILES, instead: 'Copy between gs:// addresses, or use "storage cat".', unless: allRemote },
  { path: /^run (?:jobs )?deploy$/, why: FILES, instead: 'Give --image: what to deploy is then read from a registry.', unless: hasImage },
  {
    path: /^(?:builds submit|functions deploy|workflows deploy)$/,
    why: FILES,
    instead: 'Give --source with a gs:// address.',
    unless: hasRemoteSource
  },
  { path: /^app deploy$|^source repos clone$|^artifacts .*(?:upload|download)$|^artifacts files download$/, why: FILES, instead: IN_PERSON }
]

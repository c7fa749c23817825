import { valuesOf } from './flags.ts'

export interface Denial {
  /** Fits the path of a command, its words with blanks between, the release track left out. */
  path: RegExp
  why: string
  /** What to do instead. */
  instead: string
  /** Where what follows the path makes it harmless after all. */
  unless?: (args: readonly string[]) => boolean
}

const SECRET = 'it prints a secret'
const SHELL = 'it opens a shell or a tunnel'
const LOCAL = 'it changes this machine or the configuration of its gcloud'
const FILES = 'it reads or writes files of this machine'

const ASK = 'Ask whoever runs the gateway to do it on its machine.'
const IN_PERSON = 'Run it in a terminal of your own.'

/** An address, or the streams of the command itself. */
const isRemote = (value: string): boolean => /^(?:-$|(?:gs|s3|https?):\/\/)/.test(value)
const allRemote = (args: readonly string[]): boolean => {
  const places = args.filter(arg => !arg.startsWith('-'))
  return places.length > 0 && places.every(isRemote)
}
const has = (args: readonly string[], flag: string): boolean => args.some(arg => arg === flag || arg.startsWith(`${flag}=`))

const isRemoteBy = (args: readonly string[], flag: string): boolean => has(args, flag) && valuesOf(args, flag).every(isRemote)
const isLocalBy = (args: readonly string[], flag: string): boolean => has(args, flag) && !isRemoteBy(args, flag)

/** What is not run for anybody, unless the settings of the instance allow the very path. The first that fits speaks. */
export const DENIED: readonly Denial[] = [
  {
    path: /(?:^| )print-(?:access|identity)-token$|^auth describe$|^config config-helper$/,
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
  { path: /(?:get|tail)-serial-port-output$|sign-(?:blob|jwt|url)$/, why: SECRET, instead: ASK },
  { path: /^info$/, why: SECRET, instead: 'Leave out --show-log.', unless: args => !has(args, '--show-log') },
  { path: /reset-(?:windows-|admin-)?password$|reset-secret$|^firestore user-creds create$/, why: SECRET, instead: ASK },
  { path: /(?:^| )credentials (?:describe|list|reset|create)$|^iap oauth-clients (?:list|describe|create)$/, why: SECRET, instead: ASK },
  {
    path: /macsec get-config$|authorization-code (?:get|reset)$|auth-info$|^artifacts print-settings(?: |$)|^artifacts go auth$/,
    why: SECRET,
    instead: ASK
  },
  {
    path: /generate-wallet$|^secrets versions config export$|^secrets config export$|backup-index-download-url$/,
    why: SECRET,
    instead: ASK
  },
  {
    path: /^config (?:get(?:-value)?|list|configurations (?:list|describe))$/,
    why: SECRET,
    instead: 'Ask for a property that holds no secret, such as project, without --format.',
    // As JSON what is secret is known by its name, and taken out; a property by itself has none.
    unless: args =>
      !args.some(arg => /passw|secret|token|key|credential/i.test(arg)) && valuesOf(args, '--format').every(format => format === 'json')
  },
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
  {
    path: /^components (?!list$)|^(?:init|docker|feedback|survey|interactive)(?: |$)|^meta |^anthos (?:auth |create-login)/,
    why: LOCAL,
    instead: ASK
  },
  { path: /^emulators .*(?:start|env-init)$/, why: 'it starts a server on this machine', instead: ASK },
  { path: /get-credentials$|get-screenshot$|create-(?:cred|login)-config$|generate-gateway-rbac$/, why: FILES, instead: ASK },
  { path: /^storage (?:cp|mv|rsync|hash)$/, why: FILES, instead: 'Copy between gs:// addresses, or use "storage cat".', unless: allRemote },
  {
    path: /^run (?:(?:jobs|worker-pools) )?deploy$/,
    why: FILES,
    instead: 'Give --image: what to deploy is then read from a registry.',
    unless: args => has(args, '--image') && !has(args, '--source')
  },
  {
    path: /^functions deploy$|^deploy releases create$|^infra-manager .*(?:apply|create)$/,
    why: FILES,
    instead: 'Give --source with a gs:// address.',
    unless: args => isRemoteBy(args, '--source') || (has(args, '--gcs-source') && !has(args, '--local-source'))
  },
  {
    path: /^builds submit$/,
    why: FILES,
    instead: 'Give the source as a gs:// address, or --no-source, and what to build as --tag=NAME, without --config.',
    unless: args => has(args, '--tag') && !has(args, '--config') && (args.includes('--no-source') || allRemote(args))
  },
  {
    path: /^ai (?:custom-jobs|hp-tuning-jobs) create$/,
    why: 'it builds and runs what is on this machine',
    instead: 'Name a container image in --worker-pool-spec, without local-package-path and --config.',
    unless: args => !has(args, '--config') && !args.some(arg => /local-package-path|requirements=|extra-/.test(arg))
  },
  {
    path: /(?:^| )(?:import|import-rules|export|export-rules|load|load-vex|update-from-file)$/,
    why: FILES,
    instead: 'Give a gs:// address where the command takes one.',
    unless: args => !['--source', '--destination', '--path'].some(flag => isLocalBy(args, flag))
  },
  { path: /^workflows deploy$|^app deploy$|^source repos clone$|^apigee archives deploy$/, why: FILES, instead: IN_PERSON },
  { path: /^artifacts .*(?:upload|download)$|^dataflow flex-template build$|^resource-config /, why: FILES, instead: IN_PERSON }
]

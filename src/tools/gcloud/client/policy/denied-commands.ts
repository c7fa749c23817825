import { isSecretName } from '../../../../lib/process/redact/secret-names.ts'
import { type Argument, hasFlag, isAddress, positionalsOf, valuesOf } from '../command/arguments.ts'

export interface Denial {
  /** Matches the path of a command: its words separated by spaces, without the release track. */
  path: RegExp
  why: string
  /** The alternative for the caller. */
  instead: string
  /** Whether the arguments make the command harmless. */
  unless?: (args: readonly Argument[]) => boolean
}

const SECRET = 'it prints a secret'
const SHELL = 'it opens a shell or a tunnel'
const LOCAL = "it changes the gateway's host or the configuration of its gcloud"
const FILES = "it reads or writes files on the gateway's host"

const ASK = 'Ask the operator of the gateway to run it on the host.'
const IN_PERSON = 'Run it in your own terminal.'

/** Whether every positional is a remote URL. Values of flags do not count. */
function allRemote(args: readonly Argument[]): boolean {
  const positionals = positionalsOf(args)
  return positionals.some(({ role }) => role === 'positional') && positionals.every(({ text }) => isAddress(text))
}

function isRemoteBy(args: readonly Argument[], flag: string): boolean {
  const values = valuesOf(args, flag)
  return values.length > 0 && values.every(isAddress)
}
const isLocalBy = (args: readonly Argument[], flag: string): boolean => hasFlag(args, flag) && !isRemoteBy(args, flag)

/** Whether a text is an image of a registry of Google. Any other registry could ask for the access token, and would get it. */
const isGoogleImage = (text: string): boolean => /^(?:https?:\/\/)?(?:(?:[a-z]+\.)?gcr\.io|[a-z0-9-]+-docker\.pkg\.dev)(?:\/|$)/.test(text)

/** Commands that are denied to every caller, unless GCLOUD_ALLOW lists their path. The first match provides the reason. */
export const DENIED: readonly Denial[] = [
  {
    path: /(?:^| )print-(?:(?:access|identity|refresh)-token|offline-credential)$|^auth describe$|^config config-helper$/,
    why: SECRET,
    instead: 'Run the command that needs the token: the gateway is already logged in.'
  },
  {
    path: /^secrets versions access$/,
    why: SECRET,
    instead: 'Use "secrets versions describe" for its state. The program that needs the secret can read it itself.'
  },
  {
    path: /(?:^| )service-accounts? keys create$|get-key-string$|get-auth-string$|-login-token$|fetch-read(?:-write)?-token$|get-authorization$/,
    why: SECRET,
    instead: ASK
  },
  {
    path: /^parametermanager parameters versions render$/,
    why: 'it prints the secrets that the parameter refers to',
    instead: 'Use "parametermanager parameters versions describe", which shows the references.'
  },
  { path: /^runtime-config configs variables get-value$/, why: SECRET, instead: 'Use "runtime-config configs variables describe".' },
  {
    path: /^runtime-config configs variables list$/,
    why: SECRET,
    instead: 'Omit --values.',
    unless: args => !hasFlag(args, '--values')
  },
  {
    path: /^storage /,
    why: "it would use the AWS credentials of the gateway's host",
    instead: 'Name buckets and objects of Cloud Storage, with gs://.',
    unless: args => !args.some(({ text }) => /s3:\/\//i.test(text))
  },
  { path: /(?:get|tail)-serial-port-output$|sign-(?:blob|jwt|url)$/, why: SECRET, instead: ASK },
  { path: /^info$/, why: SECRET, instead: 'Leave out --show-log.', unless: args => !hasFlag(args, '--show-log') },
  { path: /reset-(?:windows-|admin-)?password$|reset-secret$|^firestore user-creds create$/, why: SECRET, instead: ASK },
  { path: /(?:^| )credentials (?:describe|list|reset|create)$|^iap oauth-clients (?:list|describe|create)$/, why: SECRET, instead: ASK },
  {
    path: /macsec get-config$|authorization-code (?:get|reset)$|auth-info$|^artifacts print-settings(?: |$)|^artifacts go auth$/,
    why: SECRET,
    instead: ASK
  },
  {
    path: /generate-wallet$|^secrets versions config export$|^secrets config export$|backup-index-download-url$|^storage hmac create$|external-account-keys create$|enable-personal-auth-session$/,
    why: SECRET,
    instead: ASK
  },
  {
    path: /^config (?:get(?:-value)?|list|configurations (?:list|describe))$/,
    why: SECRET,
    instead: 'Request a property that holds no secret, such as project, without --format.',
    // In JSON, a secret is recognized by its name and redacted. A property printed alone has no name.
    unless: args =>
      !args.some(({ text }) => text.split(/[^\w-]+/).some(isSecretName)) && valuesOf(args, '--format').every(format => format === 'json')
  },
  {
    path: /(?:^| )(?:ssh|scp|copy-files|start-iap-tunnel|start-tcp-tunnel|connect-to-serial-port|config-ssh|interactive|proxy|local-run)$/,
    why: SHELL,
    instead: IN_PERSON
  },
  {
    path: /^cloud-shell |^sql connect$|^spanner cli$|^code |^app (?:browse|open-console)$|^compute tpus execution-groups create$|^container (?:fleet|hub) mesh debug |^compute diagnose routes$|^spanner (?:migrate|samples) |^(?:ai-platform|functions|ml-engine) local(?: |$)/,
    why: SHELL,
    instead: IN_PERSON
  },
  {
    path: /^auth (?!list$)/,
    why: LOCAL,
    instead: 'Ask the operator of the gateway to log in on the host; "auth list" and gcloud_status show the active account.'
  },
  {
    path: /^config (?!(?:list|get|get-value|configurations (?:list|describe))$)/,
    why: LOCAL,
    instead: 'Set project in the call, and zone or region as flags.'
  },
  {
    path: /^components (?!list$)|^(?:init|docker|feedback|survey|interactive)(?: |$)|^meta |^anthos (?:apply|auth|create-login-config|export|packages)(?: |$)|^transfer agents |^storage diagnose$/,
    why: LOCAL,
    instead: ASK
  },
  { path: /^emulators .*(?:start|env-init)$/, why: "it starts a server on the gateway's host", instead: ASK },
  { path: /get-credentials$|get-screenshot$|create-(?:cred|login)-config$|generate-gateway-rbac$/, why: FILES, instead: ASK },
  {
    path: /^storage (?:cp|copy|mv|move|rsync|hash)$/,
    why: FILES,
    instead: 'Copy between gs:// URLs, or use "storage cat".',
    unless: allRemote
  },
  {
    path: /^run (?:(?:jobs|worker-pools) )?deploy$/,
    why: FILES,
    instead: 'Set --image, which is deployed from a registry.',
    unless: args => hasFlag(args, '--image') && !hasFlag(args, '--source')
  },
  {
    path: /^functions deploy$|^deploy releases create$|^infra-manager .*(?:apply|create)$/,
    why: FILES,
    instead: 'Set --source to a gs:// URL.',
    unless: args => isRemoteBy(args, '--source') || (hasFlag(args, '--gcs-source') && !hasFlag(args, '--local-source'))
  },
  {
    path: /^builds submit$/,
    why: FILES,
    instead: 'Set the source to a gs:// URL or use --no-source, and set the image as --tag=NAME, without --config.',
    unless: args =>
      hasFlag(args, '--tag') &&
      !hasFlag(args, '--config') &&
      (hasFlag(args, '--no-source') ? positionalsOf(args).length === 0 : allRemote(args))
  },
  {
    path: /^ai (?:custom-jobs|hp-tuning-jobs) create$/,
    why: "it builds and runs code from the gateway's host",
    instead: 'Name a container image in --worker-pool-spec, without local-package-path and --config.',
    unless: args => !hasFlag(args, '--config') && !args.some(({ text }) => /local-package-path|requirements=|extra-/.test(text))
  },
  {
    path: /^(?:ai-platform|ml-engine) jobs submit training$/,
    why: "it builds and runs code from the gateway's host",
    instead: 'Upload the package to Cloud Storage and set --packages=gs://…, without --package-path.',
    unless: args => !hasFlag(args, '--package-path')
  },
  {
    path: /^scc remediation-intents auto-remediate$/,
    why: "it runs git and terraform in a folder of the gateway's host",
    instead: IN_PERSON
  },
  {
    path: /^managed-flink jobs (?:create|update)$|^terraform vet$|^spanner databases import$/,
    why: "it runs a program on the gateway's host",
    instead: IN_PERSON
  },
  {
    path: /^firebase test (?:android|ios) run$/,
    why: "an argument file can name any file of the gateway's host",
    instead: 'Set the flags in the command, without an argument file.',
    unless: args => positionalsOf(args).length === 0
  },
  {
    path: /^container images (?:add-tag|delete|describe|list|list-tags|untag)$|^container binauthz policy evaluate(?:-and-sign)?$/,
    why: "it sends the access token of the gateway to the image's registry",
    instead: 'Use complete names of images in a Google registry, such as gcr.io/my-project/my-image.',
    unless: args =>
      [
        ...(hasFlag(args, '--image') ? [] : positionalsOf(args).map(({ text }) => text)),
        ...valuesOf(args, '--image'),
        ...valuesOf(args, '--repository')
      ].every(isGoogleImage)
  },
  {
    path: /^artifacts sbom (?:list|load)$/,
    why: "it sends requests to the image's registry, which may be any host",
    instead: 'Use complete names of images in a Google registry, such as us-docker.pkg.dev/my-project/my-repository/my-image.',
    unless: args => [...valuesOf(args, '--resource'), ...valuesOf(args, '--uri')].every(isGoogleImage)
  },
  {
    path: /^artifacts docker images scan$/,
    why: "it reads images of the gateway's host",
    instead: 'Set --remote, which scans an image of a registry.',
    unless: args => hasFlag(args, '--remote')
  },
  {
    path: /^container fleet packages /,
    why: FILES,
    instead: IN_PERSON,
    unless: args => !hasFlag(args, '--source')
  },
  {
    path: /^deployment-manager /,
    why: "a configuration can include any file of the gateway's host",
    instead: IN_PERSON,
    unless: args => !hasFlag(args, '--config') && !hasFlag(args, '--template')
  },
  {
    path: /^compute os-config troubleshoot$/,
    why: FILES,
    instead: 'Leave out --enable-log-analysis.',
    unless: args => !hasFlag(args, '--enable-log-analysis')
  },
  {
    path: /^dns record-sets export$|export-dns-record-sets$/,
    why: FILES,
    instead: 'Use "dns record-sets list".'
  },
  {
    path: /(?:^| )(?:import|import-rules|export|export-rules|load|load-vex|update-from-file)$/,
    why: FILES,
    instead: 'Use a gs:// URL if the command accepts one.',
    unless: args => !['--source', '--destination', '--path'].some(flag => isLocalBy(args, flag))
  },
  {
    path: /^dns record-sets transaction /,
    why: FILES,
    instead: 'Use "dns record-sets create", "update" and "delete": each takes effect immediately.'
  },
  { path: /^sql ssl(?:-certs| client-certs)? create$/, why: "it writes a private key to a file on the gateway's host", instead: ASK },
  {
    path: /^workflows deploy$|^app (?:deploy$|gen-|migrate )|^app migrate-config |^source repos clone$|^apigee archives deploy$|^run compose(?: |$)/,
    why: FILES,
    instead: IN_PERSON
  },
  { path: /^artifacts .*(?:upload|download)$|^dataflow flex-template build$|^resource-config /, why: FILES, instead: IN_PERSON }
]

import { Type } from 'typebox'
import { MAX_CREDENTIAL } from '../../contract/principal.ts'
import { defineTool } from '../../contract/tool.ts'
import { credentialFiles, parseRoots } from './client/directories.ts'
import { checkAvailability, openGcloud } from './client/gcloud.ts'
import { findGcloud } from './client/installation.ts'
import { limitToProjects } from './client/policy/project-limit.ts'

const paths = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 200, description: 'Path such as "compute instances list"; * matches any words' }), {
    maxItems: 200,
    default: [],
    description
  })

export const gcloud = defineTool({
  name: 'gcloud',
  title: 'Google Cloud SDK',
  description: `Runs commands of the Google Cloud CLI (gcloud) on the gateway's host, without a shell, and returns their output, as JSON if supported. It uses the login of that host: the operator runs "gcloud auth login" there once, or sets CLOUDSDK_AUTH_ACCESS_TOKEN_FILE; callers need no Google credential.`,
  prompt: `Use gcloud_run for commands of the Google Cloud CLI, without the leading word gcloud: { "args": ["compute", "instances", "list", "--project=my-project"] }, or { "command": "projects list --limit=5" } with POSIX quoting. Nothing is expanded: $, * and pipes have no meaning.

Parameters: project adds --project; format auto (JSON if the command supports it), json or raw; timeout_ms, at most 300000; working_directory inside the configured roots; environment, a list of { name, value } for a few names.

Commands that only read run immediately. A command that may change something needs confirm: true; without it, the response is 428 with the exact command, which you show to the user who decides. Commands that print secrets, open shells or tunnels, change the local configuration or read local files are refused, with an alternative. gcloud_check reports all of this in advance without running anything.

Common uses: gcloud_status to see the account and the project; "projects list"; "compute instances list"; "run services list --region=europe-west1"; "logging read 'severity>=ERROR' --limit=20"; "storage ls gs://bucket". Use --filter and --limit to keep responses small, and gcloud_help to find commands and flags. For commands that take longer than about a minute, use gcloud_start, then jobs_get and jobs_get_output; to run the same command for many items, use gcloud_bulk_run_each. If authentication_required is true, only the operator can help: show the suggestion.`,
  settings: Type.Object({
    path: Type.Optional(
      Type.String({ minLength: 1, 'x-env': 'GCLOUD_PATH', description: 'Location of gcloud. Default: the first one on the PATH' })
    ),
    roots: Type.Optional(
      Type.String({
        minLength: 1,
        'x-env': 'FILESYSTEM_ROOTS',
        description: 'Directories that commands may run in, as for the filesystem. Default: only an empty one of the gateway'
      })
    ),
    allow: paths(
      'Paths of commands that run although the built-in policy denies them, after confirm: true; or names of flags that may have any value, including a local path'
    ),
    deny: paths('Paths of commands that never run; they override what is allowed'),
    keys: Type.Array(
      Type.Object({
        key: Type.String({ minLength: 1, maxLength: MAX_CREDENTIAL, description: 'ID of the key, or jwt:<issuer>' }),
        allow: paths('Additional paths for this key'),
        deny: paths('Additional paths for this key')
      }),
      { maxItems: 200, default: [], description: 'The same for individual keys, in the config file' }
    ),
    concurrency: Type.Integer({
      minimum: 1,
      maximum: 64,
      default: 4,
      description: 'Maximum number of concurrent commands; each takes about a second of CPU to start. Others wait'
    }),
    environment: Type.Array(Type.String({ minLength: 3, maxLength: 4096, description: 'NAME=value' }), {
      maxItems: 100,
      default: [],
      'x-secret': true,
      description: 'Variables for every command, as NAME=value'
    })
  }),
  folders: ({ roots }) => parseRoots(roots),
  credentials: credentialFiles,
  connect: openGcloud,
  resources: { project: { inputs: ['project', 'args', 'command'], operations: ['help', 'history'] } },
  narrow: limitToProjects,
  available: checkAvailability,
  concurrent: false,
  local: true,
  preset: true,
  installed: ({ path }) => findGcloud(path) !== undefined
})

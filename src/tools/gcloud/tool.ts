import { Type } from 'typebox'
import { defineTool } from '../../contract/tool.ts'
import { availabilityOf, openGcloud } from './client/gcloud.ts'

const paths = (description: string) =>
  Type.Array(
    Type.String({ minLength: 1, maxLength: 200, description: 'A path such as "compute instances list"; * stands for any words' }),
    {
      maxItems: 200,
      default: [],
      description
    }
  )

export const gcloud = defineTool({
  name: 'gcloud',
  title: 'Google Cloud SDK',
  description:
    'Runs commands of the Google Cloud CLI (gcloud) on the machine of the gateway, without a shell, and answers their output as JSON where they have it. It uses the login of that machine: whoever runs the gateway runs "gcloud auth login" there once, or sets CLOUDSDK_AUTH_ACCESS_TOKEN_FILE; callers need no credential of Google.',
  prompt: `Use gcloud_run for commands of the Google Cloud CLI, without the word gcloud in front: { "args": ["compute", "instances", "list", "--project=my-project"] }, or { "command": "projects list --limit=5" } with POSIX quoting. Nothing is expanded: $, * and pipes mean nothing.

Parameters: project adds --project; format auto (JSON where the command has it), json or raw; timeout_ms, at most 300000; working_directory inside the configured roots; environment, a list of { name, value } for a few names.

Commands that only read run at once. What may change something waits for confirm: true, and is answered 428 with the exact command before; show that to whoever decides. What prints secrets, opens shells or tunnels, changes the local configuration or reads local files is refused, with an alternative. gcloud_check tells all of that beforehand and runs nothing.

Common uses: gcloud_status to see the account and the project; "projects list"; "compute instances list"; "run services list --region=europe-west1"; "logging read 'severity>=ERROR' --limit=20"; "storage ls gs://bucket". Use --filter and --limit to keep answers small, and gcloud_help to find commands and flags. For what takes longer than a minute or so use gcloud_start, then jobs_get and jobs_get_output; to do the same to many things use gcloud_bulk_run_each. When authentication_required is true, nobody but the operator can help: show the suggestion.`,
  settings: Type.Object({
    path: Type.Optional(
      Type.String({ minLength: 1, 'x-env': 'GCLOUD_PATH', description: 'Where gcloud is. Default: the first one on the PATH' })
    ),
    roots: Type.Optional(
      Type.String({
        minLength: 1,
        'x-env': 'FILESYSTEM_ROOTS',
        description: 'Directories that commands may run in, as for the filesystem. Default: only an empty one of the gateway'
      })
    ),
    allow: paths('Paths of commands, or names of flags, that are run though the built-in policy denies them; they wait for confirm: true'),
    deny: paths('Paths of commands that are never run; they come before what is allowed'),
    keys: Type.Array(
      Type.Object({
        key: Type.String({ minLength: 1, maxLength: 200, description: 'Id of the key' }),
        allow: paths('Further paths for this key'),
        deny: paths('Further paths for this key')
      }),
      { maxItems: 200, default: [], description: 'The same for single keys, in the config file' }
    ),
    concurrency: Type.Integer({
      minimum: 1,
      maximum: 64,
      default: 4,
      description: 'Commands that run at once; each takes about a second of CPU to start. Others wait'
    }),
    environment: Type.Array(Type.String({ minLength: 3, maxLength: 4096, description: 'NAME=value' }), {
      maxItems: 100,
      default: [],
      'x-secret': true,
      description: 'Set for every command, as NAME=value'
    })
  }),
  connect: openGcloud,
  available: availabilityOf,
  concurrent: false,
  local: true,
  preset: true
})

import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { oneOf } from '../../../contract/requires.ts'
import { permissionOf } from '../client/run/plan.ts'
import { runCommand } from '../client/run/run.ts'
import { NEEDS_SDK } from '../examples.ts'
import { outputMarkdown } from '../markdown.ts'
import { confirmationDetails, messageFor, refuseInteractive } from '../message.ts'
import { COMMAND_ERRORS, COMMAND_INPUT, OUTPUT } from '../schemas.ts'
import { gcloud } from '../tool.ts'

export default defineOperation(gcloud, {
  name: 'run',
  core: true,
  summary: 'Run a gcloud command and return its output',
  description:
    'Runs a command of the Google Cloud CLI and returns its output lines, its exit code and, if it printed JSON, structured_output. Use it for everything that Google Cloud has a command for. Commands that only read run immediately; others need confirm: true, and what they delete may be lost permanently. Commands that print secrets, open shells, change the local configuration or read local files are refused. For a command that takes minutes, use gcloud_start; to do the same to many resources, use gcloud_bulk_run_each. With Accept: text/event-stream, each line is sent as an event (stdout or stderr) when it is printed; if the client disconnects, the command is terminated. If gcloud could not complete a list, the call fails: it never returns an incomplete list as if it were complete. A failure returns the whole output in error.details.output.',
  permission: { maximum: 'destructive', of: permissionOf, always_confirm: true },
  http: 'POST /run',
  max_body: 512 * 1024,
  timeout_ms: 305_000,
  requires: [oneOf('args', 'command')],
  input: Type.Object({
    ...COMMAND_INPUT,
    timeout_ms: Type.Integer({
      minimum: 1,
      maximum: 300_000,
      default: 300_000,
      'x-aliases': ['timeout'],
      description: 'Timeout in milliseconds: the command is then terminated, and the output so far is kept. Default 300,000, five minutes'
    })
  }),
  output: Type.Object(OUTPUT),
  errors: COMMAND_ERRORS,
  aliases: ['gcloud'],
  see_also: ['gcloud_check', 'gcloud_start', 'gcloud_help'],
  asked_as: {
    en: [
      'list my VMs',
      "what's running in Google Cloud",
      'show cloud logs',
      'which buckets do we have',
      'restart a virtual machine',
      'deploy to Cloud Run',
      'create a service account',
      'who has access to the GCP project',
      'list kubernetes clusters',
      'how many instances are running in GCP',
      'stop the virtual machine',
      'create a bucket',
      'read the logs of a cloud service',
      'who has IAM roles',
      'scale the Cloud Run service',
      'billing account of the project in GCP',
      'open a firewall port in the cloud',
      'how many machines are running in the cloud',
      'who has access to the cloud project',
      'what is the IP of the server in gcp'
    ],
    de: ['zeig meine virtuellen Maschinen', 'welche Buckets gibt es in Google Cloud'],
    es: ['muestra mis máquinas virtuales', 'qué hay en Google Cloud'],
    fr: ['liste mes machines virtuelles', 'que tourne-t-il sur Google Cloud'],
    ja: ['仮想マシンの一覧', 'Google Cloudのログを見せて'],
    pl: ['pokaż moje maszyny wirtualne', 'co działa w Google Cloud']
  },
  examples: [
    {
      name: 'list_projects',
      summary: 'Projects that the account can see',
      tested_elsewhere: NEEDS_SDK,
      input: { args: ['projects', 'list', '--limit=1'] },
      output: {
        command: 'gcloud projects list --limit=1 --format=json --quiet',
        argv: ['projects', 'list', '--limit=1', '--format=json', '--quiet'],
        directory: null,
        success: true,
        exit_code: 0,
        signal: null,
        stdout: [],
        stderr: [],
        execution_time: 912,
        cancelled: false,
        timed_out: false,
        error: null,
        authentication_required: false,
        suggestions: [],
        structured_output: [{ projectId: 'demo-ok' }],
        warnings: [],
        truncated: false,
        omitted_bytes: 0
      }
    },
    {
      name: 'prints_a_token',
      summary: 'A command that would print a secret',
      input: { command: 'auth print-access-token' },
      error: { reason: 'command_denied' }
    },
    {
      name: 'unconfirmed',
      summary: 'A command that changes something, not confirmed yet',
      input: { args: ['projects', 'delete', 'demo-ok'] },
      error: { reason: 'confirmation_required' }
    },
    {
      name: 'pipe',
      summary: 'Syntax that needs a shell',
      input: { command: 'projects list | head' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: messageFor('Run'),
  confirmation_details: confirmationDetails,
  markdown: outputMarkdown,
  handler(input, call) {
    refuseInteractive(input)
    return runCommand(call.client, input, call)
  }
})

import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { nullable } from '../../../contract/schema.ts'
import { statusFor } from '../client/status.ts'
import { NEEDS_SDK } from '../examples.ts'
import { FAILURES } from '../schemas.ts'
import { gcloud } from '../tool.ts'

export default defineOperation(gcloud, {
  name: 'status',
  core: true,
  summary: 'Tell whether gcloud is installed, and as whom and where it acts',
  description:
    'Answers whether the Google Cloud CLI is installed on the machine of the gateway, its version, the active account and the default project. Use it first, and when a command says that authentication is required. It asks gcloud once, which takes about a second, and keeps the answer for ten seconds. An active account says nothing of whether its credential works: only verify finds that out, by refreshing the token, which takes another second or two; do not verify before every command.',
  permission: 'read',
  http: 'GET /status',
  input: Type.Object({
    verify: Type.Boolean({
      default: false,
      description: 'true: also find out whether the credential works, by asking Google for a token. Default false'
    })
  }),
  output: Type.Object({
    installed: Type.Boolean({ description: 'The Google Cloud CLI is there', 'x-volatile': true }),
    version: nullable(Type.String({ 'x-volatile': true }), { description: 'Its version; null where it is not known' }),
    account: nullable(Type.String({ 'x-volatile': true }), {
      description: 'The active account; null where none is, though a token may be set all the same'
    }),
    project: nullable(Type.String({ 'x-volatile': true }), { description: 'The default project; null where none is set' }),
    authenticated: nullable(Type.Boolean({ 'x-volatile': true }), {
      description: 'Whether the credential works; null where nobody has looked, or the network was in the way'
    }),
    verified: Type.Boolean({ description: 'Somebody has looked, now', 'x-volatile': true }),
    checked_at: Type.String({ format: 'date-time', description: 'When gcloud was asked', 'x-volatile': true }),
    error: nullable(Type.String({ 'x-volatile': true }), { description: 'What is wrong; null where nothing is known to be' }),
    suggestions: Type.Array(Type.String(), { description: 'What to do about it', 'x-volatile': true })
  }),
  errors: {
    ...FAILURES,
    cannot_be_honoured: 'gcloud asked a question instead of telling its configuration'
  },
  see_also: ['gcloud_run'],
  examples: [
    {
      name: 'logged_in',
      summary: 'An account is active, and a project is set',
      tested_elsewhere: NEEDS_SDK,
      input: {},
      output: {
        installed: true,
        version: '528.0.0',
        account: 'dev@example.com',
        project: 'demo-ok',
        authenticated: null,
        verified: false,
        checked_at: '2026-11-21T22:00:00.000Z',
        error: null,
        suggestions: []
      }
    },
    {
      name: 'no_boolean',
      summary: 'verify is neither true nor false',
      input: { verify: 'maybe' },
      error: { reason: 'invalid_field_value' }
    }
  ],
  message: ({ verify }) => `Ask gcloud for its account and project${verify ? ', and refresh its token' : ''}`,
  handler: ({ verify }, { client, signal }) => statusFor(client, verify, signal)
})

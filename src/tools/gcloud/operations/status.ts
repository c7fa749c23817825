import { Type } from 'typebox'
import { defineOperation } from '../../../contract/operation.ts'
import { nullable } from '../../../contract/schema.ts'
import { statusFor } from '../client/run/status.ts'
import { NEEDS_SDK } from '../examples.ts'
import { GCLOUD_ERRORS } from '../schemas.ts'
import { gcloud } from '../tool.ts'

export default defineOperation(gcloud, {
  name: 'status',
  core: true,
  summary: 'Check whether gcloud is installed, and its account and project',
  description:
    "Returns whether the Google Cloud CLI is installed on the gateway's machine, its version, the active account and the default project. Use it first, and when a command fails because authentication is required. It runs gcloud, which takes about a second, and caches the result for ten seconds. An active account does not mean that its credentials work: only verify checks this, by refreshing the token, which takes another second or two; do not verify before every command.",
  permission: 'read',
  http: 'GET /status',
  input: Type.Object({
    verify: Type.Boolean({
      default: false,
      description: 'true: also check whether the credentials work, by requesting a token from Google. Default false'
    })
  }),
  output: Type.Object({
    installed: Type.Boolean({ description: 'Whether the Google Cloud CLI is installed', 'x-volatile': true }),
    version: nullable(Type.String({ 'x-volatile': true }), { description: 'Version; null if unknown' }),
    account: nullable(Type.String({ 'x-volatile': true }), {
      description: 'Active account; null if there is none; a token may still be configured'
    }),
    project: nullable(Type.String({ 'x-volatile': true }), { description: 'Default project; null if none is set' }),
    authenticated: nullable(Type.Boolean({ 'x-volatile': true }), {
      description: 'Whether the credentials work; null if this was not checked, or the network failed'
    }),
    verified: Type.Boolean({ description: 'Whether the credentials were checked in this call', 'x-volatile': true }),
    checked_at: Type.String({ format: 'date-time', description: 'Time of the check', 'x-volatile': true }),
    error: nullable(Type.String({ 'x-volatile': true }), { description: 'What is wrong; null if nothing is known to be wrong' }),
    suggestions: Type.Array(Type.String(), { description: 'Steps to fix it', 'x-volatile': true })
  }),
  errors: {
    ...GCLOUD_ERRORS,
    cannot_be_honoured: 'gcloud prompted instead of printing its configuration'
  },
  see_also: ['gcloud_run'],
  asked_as: {
    en: [
      'am I logged in to Google Cloud',
      'which GCP project is active',
      'is gcloud set up',
      'which account does the cloud CLI use',
      'is the Google Cloud CLI installed',
      'which cloud login do you use',
      'is the cloud operation through',
      'does gcloud work here',
      'which account does gcloud use',
      'which cloud project are you set to',
      'are you logged in to Google Cloud',
      'is gcloud ready to use'
    ],
    de: ['bin ich bei Google Cloud angemeldet'],
    es: ['estoy conectado a Google Cloud'],
    fr: ['suis-je connecté à Google Cloud'],
    ja: ['gcloudのログイン状態'],
    pl: ['czy jestem zalogowany do Google Cloud']
  },
  examples: [
    {
      name: 'logged_in',
      summary: 'An active account and a default project',
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
  message: ({ verify }) => `Get the account and project of gcloud${verify ? ', and refresh its token' : ''}`,
  handler: ({ verify }, { client, signal }) => statusFor(client, verify, signal)
})

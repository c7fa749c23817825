import { type Static, type TObject, Type } from 'typebox'

/**
 * The settings that every system over HTTP shares, to spread into its `settings`: `url`, `timeout`, `max_retries`, `verify_ssl` and `ca_file`. In
 * the environment they are `<SYSTEM>_URL`, `<SYSTEM>_TIMEOUT` and so on. `url` is the default address, if the system has one.
 */
export const httpSettings = ({ url }: { url?: string } = {}) => ({
  url: Type.String({
    pattern: '^https?://[^\\s?#]+$',
    'x-identity': true,
    description: 'Base URL of the REST API: http:// or https://, without query and fragment. All paths are relative to it',
    ...(url !== undefined && { default: url })
  }),
  timeout: Type.Number({ minimum: 1, maximum: 300, default: 30, description: 'Timeout of one attempt of a request, in seconds' }),
  max_retries: Type.Integer({
    minimum: 0,
    maximum: 10,
    default: 3,
    description: 'Maximum number of retries of a request that can be repeated safely; 0 disables retries'
  }),
  verify_ssl: Type.Boolean({
    default: true,
    description:
      'Whether to verify the TLS certificate of the system. With false, others on the network can read and change the traffic; the gateway logs a warning'
  }),
  ca_file: Type.Optional(
    Type.String({
      minLength: 1,
      'x-file': true,
      description: 'PEM file with the certificate authorities to trust instead of the default ones'
    })
  )
})

/** The settings of every system over HTTP, however it authenticates. */
export type HttpSettings = Static<TObject<ReturnType<typeof httpSettings>>>

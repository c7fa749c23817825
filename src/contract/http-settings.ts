import { type Static, type TObject, Type } from 'typebox'

/**
 * The common settings of an HTTP system, to be spread into its `settings` beside its own: `url`, `timeout`, `max_retries`, `verify_ssl` and
 * `ca_file`; in the environment `<SYSTEM>_URL`, `<SYSTEM>_TIMEOUT` and so on. `url` is the address of a system that has a usual one.
 */
export const httpSettings = ({ url }: { url?: string } = {}) => ({
  url: Type.String({
    pattern: '^https?://[^\\s?#]+$',
    description: 'Base address of the REST interface: http:// or https://, without query and fragment; every path is below it',
    ...(url !== undefined && { default: url })
  }),
  timeout: Type.Number({ minimum: 1, maximum: 300, default: 30, description: 'Seconds that one attempt of a request may take' }),
  max_retries: Type.Integer({
    minimum: 0,
    maximum: 10,
    default: 3,
    description: 'Further attempts of a request that may safely be repeated; 0 makes none'
  }),
  verify_ssl: Type.Boolean({
    default: true,
    description: 'Check the certificate of the system. false lets whoever is on the way read and change what is sent, and is warned of'
  }),
  ca_file: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'PEM file of the authorities whose certificates are trusted, in place of the usual ones'
    })
  )
})

/** What every instance of an HTTP system has, however it authenticates. */
export type HttpSettings = Static<TObject<ReturnType<typeof httpSettings>>>

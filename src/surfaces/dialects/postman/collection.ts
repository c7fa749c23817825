import { ceilingOf, type Operation, PERMISSIONS } from '../../../contract/operation.ts'
import { jsonDialect, type Listing } from '../dialect.ts'
import { itemOf } from './item.ts'

/** A collection of Postman's format 2.1: a request an operation with what its example says, which works and checks itself. */
export const postman = jsonDialect(
  'postman',
  'A collection for Postman and newman, whose requests work in the sandbox',
  ({ operations, version, serverUrl }) => ({
    info: {
      name: 'Toolgate',
      version,
      description: 'Each request holds a working example. Set api_key where the gateway has keys; base_url says where it answers.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
    },
    event: [{ listen: 'prerequest', script: { type: 'text/javascript', exec: [WITH_KEY] } }],
    variable: variables(serverUrl).map(({ enabled: _, ...variable }) => variable),
    item: [...Map.groupBy(operations, ({ tool }) => tool)].map(([{ title, description }, own]) => ({
      name: title,
      description,
      item: own.toSorted(byPermission).map(itemOf)
    }))
  })
)

/** The same names as an environment, to be set for each gateway one has. */
export const postmanEnvironment = jsonDialect('postman-environment', 'The environment of that collection', ({ serverUrl }: Listing) => ({
  name: 'Toolgate',
  values: variables(serverUrl),
  _postman_variable_scope: 'environment'
}))

const variables = (serverUrl: string) => [
  { key: 'base_url', value: serverUrl, type: 'default', enabled: true },
  { key: 'api_key', value: '', type: 'secret', enabled: true }
]

/** Postman's own helper would send an empty key where there is none, which is refused as any wrong one. */
const WITH_KEY = "if (pm.variables.get('api_key')) pm.request.headers.upsert({ key: 'X-API-Key', value: pm.variables.get('api_key') })"

/** Run from first to last, what is looked at is still there: destruction comes at the end. */
const byPermission = (a: Operation, b: Operation): number => rank(a) - rank(b)
const rank = ({ permission }: Operation): number => PERMISSIONS.indexOf(ceilingOf(permission))

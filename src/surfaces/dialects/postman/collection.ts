import { highestPermission, type Operation, PERMISSIONS } from '../../../contract/operation.ts'
import { jsonDialect, type Listing } from '../dialect.ts'
import { itemOf } from './item.ts'

/** A Postman collection 2.1: one request per operation, with the input of its example and tests of the response. */
export const postman = jsonDialect(
  'postman',
  'Collection for Postman and newman; its requests work in the sandbox',
  ({ operations, version, serverUrl }) => ({
    info: {
      name: 'Toolgate',
      version,
      description: 'Each request contains a working example. Set base_url to the URL of the gateway, and api_key if the gateway has keys.',
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

/** The same variables as an environment, to set for each gateway. */
export const postmanEnvironment = jsonDialect(
  'postman-environment',
  'Environment for the Postman collection',
  ({ serverUrl }: Listing) => ({
    name: 'Toolgate',
    values: variables(serverUrl),
    _postman_variable_scope: 'environment'
  })
)

const variables = (serverUrl: string) => [
  { key: 'base_url', value: serverUrl, type: 'default', enabled: true },
  { key: 'api_key', value: '', type: 'secret', enabled: true }
]

/** Postman's own helper would send an empty key, which the gateway refuses. */
const WITH_KEY = "if (pm.variables.get('api_key')) pm.request.headers.upsert({ key: 'X-API-Key', value: pm.variables.get('api_key') })"

/** Sorts destructive operations last, so that the whole collection can be run in order. */
const byPermission = (a: Operation, b: Operation): number => rank(a) - rank(b)
const rank = ({ permission }: Operation): number => PERMISSIONS.indexOf(highestPermission(permission))

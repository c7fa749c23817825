import type { Described } from '../../oracle.ts'

export type Input = Record<string, unknown>

/** An item of a Postman collection with the properties that are read here: a request or a folder of them. */
export interface Item {
  name: string
  event?: { listen: string }[]
  item?: Item[]
  request?: { url: { query?: Parameter[] }; body?: { raw: string } }
}

interface Parameter {
  key: string
  value: string
  disabled?: boolean
}

/**
 * The request of an operation with these values. Optional parameters of the query are included but disabled: Portman enables those that
 * it varies.
 */
export function itemOf({ id, method, path, parameters, body }: Described, values: Input): Item {
  const place = path.replace(/\{(\w+)\}/g, ':$1')
  const inPath = parameters.filter(parameter => parameter.in === 'path').map(({ name }) => name)
  const query = parameters
    .filter(parameter => parameter.in === 'query')
    .map(({ name, required }) => ({ key: name, value: escaped([values[name] ?? ''].flat()[0]), disabled: !required }))
  const own = Object.fromEntries(Object.entries(values).filter(([name]) => !inPath.includes(name)))
  const url = {
    raw: `{{base_url}}${place}`,
    host: ['{{base_url}}'],
    path: place.slice(1).split('/'),
    variable: inPath.map(key => ({ key, value: encodeURIComponent(String(values[key])) })),
    query
  }
  const header = [{ key: 'Accept', value: 'application/json' }, ...(body ? [{ key: 'Content-Type', value: 'application/json' }] : [])]
  return { name: id, request: { method, header, url, ...(body && { body: { mode: 'raw', raw: JSON.stringify(own, null, 1) } }) } }
}

/** Postman escapes the rest itself. */
const escaped = (value: unknown): string => String(value).replace(/[%&#+]/g, encodeURIComponent)

/** Without its own tests: Portman adds its tests. */
export const untested = ({ event = [], ...item }: Item): Item => ({ ...item, event: event.filter(({ listen }) => listen !== 'test') })

/** Input of the gateway's own routes, whose document has no example. */
export const OF_THE_GATEWAY: Readonly<Record<string, Input>> = {
  toolgate_get_operation: { id: 'filesystem_read_file' },
  toolgate_call: { id: 'filesystem_read_file', file_path: 'README.md' },
  toolgate_call_many: { calls: [{ operation: 'filesystem_read_file', arguments: { file_path: 'README.md' } }] },
  toolgate_check: { id: 'filesystem_read_file', file_path: 'README.md' },
  toolgate_get_system: { system: 'filesystem' },
  toolgate_test_instance: { system: 'gitlab', name: 'sandbox' },
  toolgate_get_dialect: { dialect: 'mcp' },
  toolgate_get_gpt_pack: { pack: 'gitlab' },
  toolgate_explain_error: { code: 'NOT_FOUND_ERROR' }
}

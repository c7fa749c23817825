import { jsonDialect } from './dialect.ts'
import { downConverted } from './openapi-3-0.ts'

export const openapi31 = jsonDialect('openapi-3.1', 'OpenAPI 3.1, as /openapi.json', ({ openapi }) => openapi())
export const openapi30 = jsonDialect('openapi-3.0', 'OpenAPI 3.0.3, for importers that know no 3.1', ({ openapi }) =>
  downConverted(openapi())
)

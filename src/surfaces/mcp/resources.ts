import {
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  type ReadResourceResult,
  ResourceNotFoundError,
  type ServerContext
} from '@modelcontextprotocol/server'
import { OperationError } from '../../contract/errors.ts'
import { invoke } from '../../contract/invoke.ts'
import { type McpParts, presenceIn, type Session } from './parts.ts'
import { systemsOf } from './prompts.ts'
import { reference } from './reference.ts'

export const OPENAPI = 'toolgate://openapi.json'
/** In front of the name of a system. */
export const REFERENCE = 'toolgate://reference/'
/** Where the results of a job are. */
export const JOB_RESULTS = 'toolgate://jobs/{id}/results'
const RESULTS = /^toolgate:\/\/jobs\/([^/]+)\/results$/

/** resources/list: the document of the whole, and a reference of each system, as far as the key sees them. */
export const listResources = (parts: McpParts, session: Session): ListResourcesResult => ({
  resources: [
    { uri: OPENAPI, name: 'openapi.json', title: 'OpenAPI', description: 'Every operation as OpenAPI 3.1', mimeType: 'application/json' },
    ...systemsOf(parts, session).map(({ name, title }) => ({
      uri: REFERENCE + name,
      name: `${name}.md`,
      title: `Reference of ${title}`,
      description: `What ${title} can do, operation by operation`,
      mimeType: 'text/markdown'
    }))
  ]
})

export const listResourceTemplates = (): ListResourceTemplatesResult => ({
  resourceTemplates: [
    {
      uriTemplate: JOB_RESULTS,
      name: 'job results',
      title: 'Results of a job',
      description: 'What became of each item of a job, one JSON object a line; of a large job the beginning',
      mimeType: 'application/x-ndjson'
    }
  ]
})

export async function readResource(uri: string, parts: McpParts, session: Session, ctx: ServerContext): Promise<ReadResourceResult> {
  if (uri === OPENAPI) return { contents: [{ uri, mimeType: 'application/json', text: parts.openapi(session.caller, session.publicUrl) }] }
  const system = uri.startsWith(REFERENCE) && systemsOf(parts, session).find(({ name }) => uri === REFERENCE + name)
  if (system) {
    const visible = parts.catalog.operations.filter(({ tool }) => tool === system)
    const text = reference(
      system,
      visible.filter(operation => parts.ports.visible(operation, session.caller))
    )
    return { contents: [{ uri, mimeType: 'text/markdown', text }] }
  }
  return await readResults(uri, parts, session, ctx)
}

/** As the operation answers them, so that whoever may not see the job does not see these either. */
async function readResults(uri: string, { catalog }: McpParts, session: Session, ctx: ServerContext): Promise<ReadResourceResult> {
  const [, id] = RESULTS.exec(uri) ?? []
  const operation = catalog.get('jobs_get_results')
  if (id === undefined || !operation) throw new ResourceNotFoundError(uri)
  try {
    const { data } = await invoke(operation, { id, format: 'ndjson' }, { ...session, presence: presenceIn(session, ctx) })
    const text = typeof data === 'object' && data !== null && 'content' in data ? String(data.content) : ''
    return { contents: [{ uri, mimeType: 'application/x-ndjson', text }] }
  } catch (error) {
    if (error instanceof OperationError && ['job_not_found', 'job_expired', 'invalid_field_value'].includes(error.reason))
      throw new ResourceNotFoundError(uri, error.message)
    throw error
  }
}

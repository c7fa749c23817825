import type { FastifyInstance } from 'fastify'
import { invalidParameter } from '../refusal.ts'
import type { Served } from '../served.ts'
import { DEFINITIONS } from './definitions.ts'
import { execute } from './execute.ts'
import { parseSchema } from './schema.ts'
import { type KnownVulnerabilities, vulnerabilityRoots } from './vulnerabilities.ts'
import { workItemRoots } from './work-items.ts'

/** `POST /api/graphql`: work items and vulnerabilities, which the REST API does not have. */
export function graphqlRoutes(app: FastifyInstance, { state, root, unknown_types }: Served): void {
  const schema = parseSchema(DEFINITIONS)
  for (const type of unknown_types) schema.delete(type)
  const vulnerabilities: KnownVulnerabilities = new Map()
  app.post('/graphql', request => {
    const { query, variables }: { query?: unknown; variables?: unknown } = Object(request.body)
    if (typeof query !== 'string') throw invalidParameter('query is missing')
    const base = `${request.protocol}://${request.host}${root}`
    const items = workItemRoots(state, base)
    const found = vulnerabilityRoots(state, vulnerabilities, base)
    const container = (wanted: 'group' | 'project') => (args: { fullPath?: unknown }) => {
      const owner = items.at(args.fullPath, wanted)
      return owner ? { ...items.container(owner), ...('path' in owner && found.ofProject(owner)) } : null
    }
    return execute(schema, query, Object(variables ?? {}), {
      query: { ...items.query, ...found.query, group: container('group'), project: container('project') },
      mutation: { ...items.mutation, ...found.mutation }
    })
  })
}

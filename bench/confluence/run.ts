import { againstBare } from '../lib/against-bare.ts'

/** The page Installation of the sandbox server. */
const PATH = '/v1/confluence/page?page_id=65538&no_cache=true'

/** `get_page` through the gateway, without its cache. */
export const benchConfluence = (rounds: number): Promise<string> =>
  againstBare('confluence: get_page', { folder: import.meta.url, scope: 'confluence:read', path: PATH, connections: [1, 50] }, rounds)

import { againstBare } from '../lib/against-bare.ts'

const PATH = '/v1/gitlab/issues/1?project=acme%2Fweb'

/** `get_issue` through the gateway. */
export const benchGitlab = (rounds: number): Promise<string> =>
  againstBare('gitlab: get_issue', { folder: import.meta.url, scope: 'gitlab:read', path: PATH, connections: [1, 50] }, rounds)

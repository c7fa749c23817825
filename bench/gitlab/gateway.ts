import { TOKEN } from '../../sandbox/gitlab/credentials.ts'
import getIssue from '../../src/tools/gitlab/operations/issues/get-issue.ts'
import { startGateway } from '../lib/gateway.ts'

const [, , hash = '', url = ''] = process.argv
await startGateway([getIssue], hash, { GITLAB_URL: url, GITLAB_TOKEN: TOKEN }, 'gitlab:read')

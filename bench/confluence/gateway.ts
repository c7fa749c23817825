import { EMAIL, TOKEN } from '../../sandbox/confluence/credentials.ts'
import getPage from '../../src/tools/confluence/operations/pages/get-page.ts'
import { startGateway } from '../lib/gateway.ts'

const [, , hash = '', url = ''] = process.argv
const environment = { CONFLUENCE_URL: url, CONFLUENCE_TYPE: 'cloud', CONFLUENCE_EMAIL: EMAIL, CONFLUENCE_TOKEN: TOKEN }
await startGateway([getPage], hash, environment, 'confluence:read')

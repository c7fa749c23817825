import { KEY } from '../../sandbox/trello/credentials.ts'
import { connect, type Trello } from '../../src/tools/trello/client/connection.ts'
import { silentLog } from './bulk.ts'

/** Returns a client that reads the sandbox at this URL directly, without the gateway. */
export const clientAt = (address: string): Promise<Trello> =>
  connect(
    { url: `${address}/1`, key: KEY, token: 'sandbox-token', timeout: 30, max_retries: 0, verify_ssl: true },
    { instance: 'default', log: silentLog, budget: undefined, lane: 'bulk' }
  )

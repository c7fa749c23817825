import { KEY } from '../../sandbox/trello/credentials.ts'
import { connect, type Trello } from '../../src/tools/trello/client/connection.ts'
import { quiet } from './bulk.ts'

/** A client for a look at the stand-in that listens there, beside what the gateway does. */
export const clientAt = (address: string): Promise<Trello> =>
  connect(
    { url: `${address}/1`, key: KEY, token: 'sandbox-token', timeout: 30, max_retries: 0, verify_ssl: true },
    { instance: 'default', log: quiet, budget: undefined, lane: 'bulk' }
  )

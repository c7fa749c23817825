import { parseArgs } from 'node:util'
import pino from 'pino'
import { loadConfig } from '../config/config.ts'
import type { ProcessEnvironment } from '../config/environment.ts'
import { readHostId } from '../jobs/scheduling/hosts.ts'
import { counted } from '../lib/format.ts'
import { openSecrets } from '../lib/secrets.ts'
import { CHAIN } from '../record/chain.ts'
import { locateRecord } from '../record/location.ts'
import { verifyRecord } from '../record/verify.ts'
import type { Outcome } from './outcome.ts'

/** `toolgate record verify`: connects to nothing but the database, and may run while the gateway does. */
export async function verifyRecordCommand(words: string[], env: ProcessEnvironment): Promise<Outcome> {
  const { values } = parseArgs({ args: words, options: { json: { type: 'boolean' } } })
  const { dataDir: dataDirectory, secrets, recordDatabaseUrl: databaseUrl } = loadConfig(env)
  const keys = (await openSecrets(dataDirectory, secrets, pino({ level: 'silent' }))).derive(CHAIN)
  const parts = locateRecord({ dataDirectory, hostId: await readHostId(dataDirectory), databaseUrl })
  const result = await verifyRecord({ ...parts, keys })
  const { rows, from, to, head, problems } = result
  const code = problems.length > 0 ? 1 : 0
  if (values.json) return { code, out: JSON.stringify(result, null, 2) }
  const found = problems.map(({ kind, message }) => `${kind.padEnd('changed'.length)}  ${message}`)
  const range = rows === 0 ? 'The record has no rows' : `${counted(rows, 'row')} verified, ${from} to ${to}`
  return {
    code,
    out: [...found, `${range}, ${counted(problems.length, 'problem')}.`, ...(head === null ? [] : [`Head: ${head}`])].join('\n')
  }
}

import { parseArgs } from 'node:util'
import pino from 'pino'
import { loadConfig } from '../config/config.ts'
import type { ProcessEnvironment } from '../config/environment.ts'
import { counted } from '../lib/format.ts'
import { openSecrets } from '../lib/secrets.ts'
import { CHAIN } from '../record/chain.ts'
import { verifyRecord } from '../record/verify.ts'
import type { Outcome } from './outcome.ts'

/** `toolgate record verify`: connects to nothing, and may run while the gateway does. */
export async function verifyRecordCommand(words: string[], env: ProcessEnvironment): Promise<Outcome> {
  const { values } = parseArgs({ args: words, options: { json: { type: 'boolean' } } })
  const { dataDir, secrets } = loadConfig(env)
  const keys = (await openSecrets(dataDir, secrets, pino({ level: 'silent' }))).derive(CHAIN)
  const result = verifyRecord(dataDir, keys)
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

import { COMPLETE, LEAN } from '../../src/surfaces/shared/listed-tool.ts'
import { countTokens, TARGETS, type TokenCount } from './count.ts'

/** Tokens (o200k) per tool of each list for models, as it is by default, and with everything that a query can request. */
export async function benchTokens(): Promise<string> {
  const lean = await countTokens(LEAN)
  const complete = new Map((await countTokens(COMPLETE)).map(row => [row.list, row]))
  return [
    `tokens per tool (targets of the default lists: mean ≤ ${TARGETS.mean}, p95 ≤ ${TARGETS.p95})`,
    '| list | tools | mean | p95 | max | mean and p95 with ?reserved=all&output_schemas=all |',
    '|---|---|---|---|---|---|',
    ...lean.map(row => line(row, complete.get(row.list)))
  ].join('\n')
}

const line = ({ list, tools, mean, p95, max }: TokenCount, complete: TokenCount | undefined): string =>
  `| ${list} | ${tools} | ${mean} | ${p95} | ${max} | ${complete?.mean}, ${complete?.p95} |`

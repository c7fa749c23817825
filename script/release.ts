// `npm run release`: keeps the contract of the definitions as the released one, once nothing breaks that is not announced.
import { writeFileSync } from 'node:fs'
import { breaking } from './compatibility/breaking.ts'
import type { Contract } from './compatibility/contract.ts'
import { migrationGuide, presentContract, RELEASED, releasedContract, unannounced } from './compatibility/released.ts'

const present = await presentContract()
const released = releasedContract()
const refused = unannounced(breaking(released, present), { released: released.version, present: present.version }, migrationGuide())
if (refused.length > 0) {
  process.stderr.write(`${refused.join('\n')}\n`)
  process.exitCode = 1
} else {
  writeFileSync(RELEASED, lines(present))
}

/** An operation a line, so that the difference between two releases can be read. */
function lines({ operations, ...rest }: Contract): string {
  const facts = Object.entries(rest).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
  const rows = Object.entries(operations).map(([id, operation]) => `    ${JSON.stringify(id)}: ${JSON.stringify(operation)}`)
  return `{\n${facts.join(',\n')},\n  "operations": {\n${rows.join(',\n')}\n  }\n}\n`
}

import { benchBulk } from './bulk/run.ts'
import { benchConfluence } from './confluence/run.ts'
import { benchDoor } from './door/run.ts'
import { benchFile } from './file/run.ts'
import { benchGcloud } from './gcloud/run.ts'
import { benchGitlabPeer } from './gitlab/peer.ts'
import { benchGitlab } from './gitlab/run.ts'
import { benchMcp } from './mcp/run.ts'
import { benchMemory } from './memory/run.ts'
import { benchStart } from './start/run.ts'
import { benchStatus } from './status/run.ts'
import { benchBudget, benchUpstream } from './upstream/run.ts'

const ROUNDS = 7

/** `npm run bench`, or `npm run bench -- door` for one. Ratios of one run; absolute figures only say how large things are. */
const benches: Record<string, () => Promise<string>> = {
  budget: () => benchBudget(ROUNDS),
  bulk: () => benchBulk(ROUNDS),
  confluence: () => benchConfluence(ROUNDS),
  door: () => benchDoor(ROUNDS),
  file: benchFile,
  mcp: () => benchMcp(ROUNDS),
  memory: benchMemory,
  gcloud: () => benchGcloud(ROUNDS),
  gitlab: () => benchGitlab(ROUNDS),
  'gitlab-peer': benchGitlabPeer,
  start: () => benchStart(ROUNDS),
  status: () => benchStatus(ROUNDS),
  upstream: () => benchUpstream(ROUNDS)
}

const wanted = process.argv.slice(2)
for (const [name, run] of Object.entries(benches)) {
  if (wanted.length === 0 || wanted.includes(name)) process.stdout.write(`${await run()}\n`)
}

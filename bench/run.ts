import { parseArgs } from 'node:util'
import { benchAccess } from './access/run.ts'
import { benchBulk } from './bulk/run.ts'
import { benchConfluence } from './confluence/run.ts'
import { benchConsolePaint } from './console/paint.ts'
import { benchConsole } from './console/run.ts'
import { benchFile } from './file/run.ts'
import { benchFileSearch } from './file/search.ts'
import { benchGcloud } from './gcloud/run.ts'
import { benchGitlabPeer } from './gitlab/peer.ts'
import { benchGitlab } from './gitlab/run.ts'
import { benchHostile } from './hostile/run.ts'
import { benchIsolation } from './isolation/run.ts'
import { benchMcp } from './mcp/run.ts'
import { benchMemory } from './memory/run.ts'
import { benchMemorySearch } from './memory/search.ts'
import { benchPipeline } from './pipeline/run.ts'
import { benchTelemetry } from './pipeline/telemetry.ts'
import { benchRecordParts } from './record/parts.ts'
import { benchRecord, benchRecordRows } from './record/run.ts'
import { benchStart } from './start/run.ts'
import { benchStatus } from './status/run.ts'
import { benchTokens } from './tokens/run.ts'
import { benchTools } from './tools/run.ts'
import { benchBudget, benchUpstream } from './upstream/run.ts'
import { benchWebPages } from './web/pages.ts'

const ROUNDS = 7

/** `--data <folder>`: where the data set is: MetaTool for `tools`, LoCoMo for `memory-search`, Readability's test pages for `web-pages`. `--seconds <number>`: how long `console` watches the page of a job. `--rows <number>`: rows of `record-rows`. */
const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string' }, seconds: { type: 'string' }, rows: { type: 'string' } }
})

/** `npm run bench`, or `npm run bench -- pipeline` for one. Compare ratios of one run; absolute figures depend on the machine. */
const benches: Record<string, () => Promise<string>> = {
  access: benchAccess,
  budget: () => benchBudget(ROUNDS),
  bulk: () => benchBulk(ROUNDS),
  confluence: () => benchConfluence(ROUNDS),
  console: () => benchConsole(values.seconds === undefined ? undefined : Number(values.seconds)),
  'console-paint': benchConsolePaint,
  file: benchFile,
  'file-search': () => benchFileSearch(ROUNDS),
  hostile: benchHostile,
  isolation: benchIsolation,
  mcp: () => benchMcp(ROUNDS),
  memory: benchMemory,
  'memory-search': () => benchMemorySearch(values.data),
  pipeline: () => benchPipeline(ROUNDS),
  gcloud: () => benchGcloud(ROUNDS),
  gitlab: () => benchGitlab(ROUNDS),
  'gitlab-peer': benchGitlabPeer,
  record: () => benchRecord(ROUNDS),
  'record-parts': benchRecordParts,
  'record-rows': () => benchRecordRows(values.rows === undefined ? 200_000 : Number(values.rows)),
  start: () => benchStart(ROUNDS),
  status: () => benchStatus(ROUNDS),
  telemetry: () => benchTelemetry(ROUNDS),
  tokens: benchTokens,
  tools: () => benchTools(values.data),
  upstream: () => benchUpstream(ROUNDS),
  'web-pages': () => benchWebPages(values.data)
}

for (const [name, run] of Object.entries(benches)) {
  if (wanted.length === 0 || wanted.includes(name)) process.stdout.write(`${await run()}\n`)
}

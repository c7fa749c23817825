import { type RedisCommand, redisCommand, runForTexts } from '../../../lib/redis/command.ts'
import type { RedisClient } from '../../../lib/redis/connect.ts'
import { jobKeys } from '../keys.ts'
import { addNamedIds } from './add-named-ids.ts'
import { advance } from './advance.ts'
import { ADVANCE_QUICKLY } from './advance-quickly.ts'
import { appendOutput } from './append-output.ts'
import { appendPage } from './append-page.ts'
import { cancel } from './cancel.ts'
import { claimItems } from './claim-items.ts'
import { claimTurn } from './claim-turn.ts'
import { confirm } from './confirm.ts'
import { confirmClaim } from './confirm-claim.ts'
import { create } from './create.ts'
import { deleteJob } from './delete-job.ts'
import { endOutcomeCheck } from './end-outcome-check.ts'
import { endTurn } from './end-turn.ts'
import { expire } from './expire.ts'
import { finishListing } from './finish-listing.ts'
import { pause } from './pause.ts'
import { publishProgress } from './publish-progress.ts'
import { recordDelivery } from './record-delivery.ts'
import { recordFindings } from './record-findings.ts'
import { recordTurnFailure } from './record-turn-failure.ts'
import { refuseCreation } from './refuse-creation.ts'
import { releaseItems } from './release-items.ts'
import { resolveItem } from './resolve-item.ts'
import { resume } from './resume.ts'
import { resync } from './resync.ts'
import { returnItems } from './return-items.ts'
import { revoke } from './revoke.ts'
import { NAMES, SHARED } from './shared/prelude.ts'
import { startDeletion } from './start-deletion.ts'
import { startOutcomeCheck } from './start-outcome-check.ts'
import { stopUnreachable } from './stop-unreachable.ts'
import { takeOverTurn } from './take-over-turn.ts'
import { waitForSlot } from './wait-for-slot.ts'
import { wake } from './wake.ts'
import { withdrawConfirmation } from './withdraw-confirmation.ts'

const SOURCES = {
  addNamedIds,
  refuseCreation,
  create,
  appendPage,
  finishListing,
  confirm,
  claimTurn,
  advance,
  resync,
  endTurn,
  recordTurnFailure,
  startOutcomeCheck,
  recordFindings,
  endOutcomeCheck,
  cancel,
  pause,
  resume,
  revoke,
  expire,
  publishProgress,
  waitForSlot,
  appendOutput,
  takeOverTurn,
  stopUnreachable,
  claimItems,
  confirmClaim,
  releaseItems,
  returnItems,
  resolveItem,
  recordDelivery,
  startDeletion,
  deleteJob,
  wake,
  withdrawConfirmation
}
export type JobCommand = keyof typeof SOURCES

/** Runs a command on the keys of one job. */
export async function runJobCommand(
  redis: RedisClient,
  name: JobCommand,
  jobId: string,
  args: readonly (string | number)[] = []
): Promise<string[]> {
  return await runForTexts(redis, commandNamed(name), jobKeys(jobId), args)
}

const commands = new Map<JobCommand, RedisCommand>()

/** Built on first use, because a gateway that only reads jobs needs few of them. */
function commandNamed(name: JobCommand): RedisCommand {
  const known = commands.get(name)
  if (known) return known
  const quick = name === 'advance' ? ADVANCE_QUICKLY : ''
  const command = redisCommand(name, NAMES + quick + SHARED + SOURCES[name])
  commands.set(name, command)
  return command
}

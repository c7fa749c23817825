import type { Gcloud } from './gcloud.ts'
import type { Ending } from './outcome.ts'
import { shownLine } from './shown.ts'

/** A command that a key has run. */
export interface Past {
  at: string
  command: string
  directory: string | null
  changes: boolean
  success: boolean
  exit_code: number | null
  reason: string | null
  execution_time: number
}

const MOST = 100
const LONGEST = 1_000
const KEPT_MS = 30 * 24 * 3_600_000
const LOCK_MS = 5_000

const nameOf = (key: string): string => `history:${key}`

/** Keeps the command with the others of its key; a job store that is away must not fail the command, which is done. */
export async function remember(gcloud: Gcloud, key: string, { output, failure }: Ending, changes: boolean): Promise<void> {
  const past: Past = {
    at: new Date().toISOString(),
    command: shownLine(output.argv).slice(0, LONGEST),
    directory: output.directory,
    changes,
    success: output.success,
    exit_code: output.exit_code,
    reason: failure?.reason ?? null,
    execution_time: output.execution_time
  }
  const write = async (): Promise<void> => {
    const all = [past, ...(await pastOf(gcloud, key))].slice(0, MOST)
    await gcloud.shared.set(nameOf(key), JSON.stringify(all), KEPT_MS)
  }
  await gcloud
    .lock(nameOf(key), LOCK_MS, AbortSignal.timeout(LOCK_MS), write)
    .catch(err => gcloud.log.debug({ err }, 'A command could not be kept in the history'))
}

/** The last commands of a key, the newest first. */
export async function pastOf({ shared }: Gcloud, key: string): Promise<Past[]> {
  const text = await shared.get(nameOf(key))
  return text === undefined ? [] : JSON.parse(text)
}

import { randomUUID } from 'node:crypto'
import { hasEnded, ownIdentity, type ProcessIdentity } from '../../../../lib/process/identity.ts'
import { redactedCommand } from '../command/redacted.ts'
import type { Gcloud } from '../gcloud.ts'
import type { Ending } from '../result/outcome.ts'

/** A command of a key. */
export interface PastCommand {
  at: string
  command: string
  directory: string | null
  changes: boolean
  state: 'running' | 'ended' | 'interrupted'
  success: boolean
  exit_code: number | null
  reason: string | null
  execution_time: number
}

/** A command that has not ended names the gateway process that runs it, and the time after which it cannot be running. */
type StoredCommand = Omit<PastCommand, 'state'> & { running?: { id: string; process: ProcessIdentity | null; until: string } }

const MAX_COMMANDS = 100
const MAX_LENGTH = 1_000
const TTL_MS = 30 * 24 * 3_600_000
const LOCK_MS = 5_000
/** The program is ended within a second after its timeout. */
const END_MS = 60_000

const nameOf = (key: string): string => `history:${key}`

/** The entry of a command that runs. */
interface RunningEntry {
  /** Stores how the command ended. */
  end: (ending: Ending) => Promise<void>
  /** Removes the entry, because the command was not run. */
  discard: () => Promise<void>
}

interface Begun {
  argv: readonly string[]
  directory: string | null
  changes: boolean
  timeout_ms: number
}

/**
 * Adds a command to the history of its key while it starts, so that one whose gateway is killed is listed, too. A failure is only logged,
 * because the command runs anyway.
 */
export function beginHistory(gcloud: Gcloud, key: string, { argv, directory, changes, timeout_ms }: Begun): RunningEntry {
  const id = randomUUID()
  const started = Date.now()
  const common = { command: redactedCommand([...argv]).slice(0, MAX_LENGTH), directory, changes }
  const isOwn = ({ running }: StoredCommand): boolean => running?.id === id
  const begun = update(gcloud, key, async all => [
    {
      at: new Date(started).toISOString(),
      ...common,
      success: false,
      exit_code: null,
      reason: null,
      execution_time: 0,
      running: { id, process: (await ownIdentity()) ?? null, until: new Date(started + timeout_ms + END_MS).toISOString() }
    },
    ...all
  ])
  return {
    async end({ output, failure }) {
      const { success, exit_code, execution_time } = output
      const ended = { at: new Date().toISOString(), ...common, success, exit_code, reason: failure?.reason ?? null, execution_time }
      await begun
      await update(gcloud, key, all => (all.some(isOwn) ? all.map(past => (isOwn(past) ? ended : past)) : [ended, ...all]))
    },
    async discard() {
      await begun
      await update(gcloud, key, all => all.filter(past => !isOwn(past)))
    }
  }
}

type Change = (all: StoredCommand[]) => StoredCommand[] | Promise<StoredCommand[]>

async function update(gcloud: Gcloud, key: string, change: Change): Promise<void> {
  const write = async (): Promise<void> => {
    const all = await change(await readStored(gcloud, key))
    await gcloud.shared.set(nameOf(key), JSON.stringify(all.slice(0, MAX_COMMANDS)), TTL_MS)
  }
  await gcloud
    .lock(nameOf(key), LOCK_MS, AbortSignal.timeout(LOCK_MS), write)
    .catch(err => gcloud.log.debug({ err }, 'The history of commands could not be written'))
}

async function readStored({ shared }: Gcloud, key: string): Promise<StoredCommand[]> {
  const text = await shared.get(nameOf(key))
  return text === undefined ? [] : JSON.parse(text)
}

/** Returns the recent commands of a key, newest first. */
export async function readHistory(gcloud: Gcloud, key: string): Promise<PastCommand[]> {
  const [all, own] = await Promise.all([readStored(gcloud, key), ownIdentity()])
  return await Promise.all(all.map(async ({ running, ...past }) => ({ ...past, state: await stateOf(running, own) })))
}

async function stateOf(running: StoredCommand['running'], own: ProcessIdentity | undefined): Promise<PastCommand['state']> {
  if (!running) return 'ended'
  const isGone = Date.parse(running.until) < Date.now() || (running.process !== null && (await hasEnded(running.process, own)))
  return isGone ? 'interrupted' : 'running'
}

import { OperationError } from './contract/errors.ts'
import type { JobStore } from './redis.ts'

/** Throws where a crash of the job store could make it forget what was begun: what must not be done twice might be. */
export async function demandDurability({ possibleLoss }: Pick<JobStore, 'possibleLoss'>): Promise<void> {
  const loss = await possibleLoss()
  if (loss === undefined) return
  throw new OperationError(
    'configuration_invalid',
    `This action must not be done twice, and the job store could forget what was begun: ${loss}.`,
    {
      source: 'gateway',
      outcome: 'not_executed',
      suggestions: [
        'Let Redis write each change to the disk: appendonly yes, appendfsync always.',
        'Or accept that a crash of Redis may repeat items: TOOLGATE_DURABILITY=relaxed.'
      ]
    }
  )
}

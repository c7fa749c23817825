import { OperationError } from '../contract/errors.ts'
import type { JobStore } from './redis.ts'

/** Throws if a crash of the job store could lose the record that an action was started: it might then be executed twice. */
export async function requireDurability({ possibleLoss }: Pick<JobStore, 'possibleLoss'>): Promise<void> {
  const loss = await possibleLoss()
  if (loss === undefined) return
  throw new OperationError(
    'configuration_invalid',
    `This action must not be executed twice, but a crash of the job store could lose its record: ${loss}.`,
    {
      source: 'gateway',
      outcome: 'not_executed',
      suggestions: [
        'Configure Redis to write each change to disk: appendonly yes, appendfsync always.',
        'Or accept that a crash of Redis may repeat items: TOOLGATE_DURABILITY=relaxed.'
      ]
    }
  )
}

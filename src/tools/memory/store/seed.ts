import { readFile } from 'node:fs/promises'
import { OperationError } from '../../../contract/errors.ts'
import { failure } from '../graph/failures.ts'
import { lazily } from './lazy.ts'

/** The lines that each new graph begins with. */
export interface Seed {
  /** Rejects where they cannot be read, or one of them is none. */
  check: () => Promise<unknown>
  text: () => Promise<string>
}

/** `check`: refuses lines of which one is wrong. It is asked once. */
export function seedFrom(file: string, check: (text: string) => Promise<unknown>): Seed {
  const read = () =>
    readFile(file, 'utf8').catch(error => {
      throw misconfigured(file, `cannot be read (${Object(error).code ?? error})`)
    })
  const sound = lazily(async () => {
    await check(await read()).catch(error => {
      throw error instanceof OperationError && error.reason === 'invalid_field_value'
        ? misconfigured(file, error.message.replace(/^lines |\.$/g, ''))
        : error
    })
  })
  return {
    check: sound.get,
    async text() {
      await sound.get()
      return await read()
    }
  }
}

const misconfigured = (file: string, problem: string) =>
  failure('configuration_invalid', `The file of MEMORY_SEED, ${file}: ${problem}.`, {
    suggestions: ['Set MEMORY_SEED to a file of lines as memory_export writes them, or to none.']
  })

import { readFile } from 'node:fs/promises'
import { OperationError } from '../../../contract/errors.ts'
import { failure } from '../graph/errors.ts'
import { lazily } from './lazy.ts'

/** The lines that each new graph starts with. */
export interface Seed {
  /** Rejects if the file cannot be read or a line is invalid. */
  check: () => Promise<unknown>
  text: () => Promise<string>
}

/** `check`: rejects invalid lines. It is called once. */
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
  failure('configuration_invalid', `The file in MEMORY_SEED, ${file}: ${problem}.`, {
    suggestions: ['Set MEMORY_SEED to a file in the format of memory_export, or remove it.']
  })

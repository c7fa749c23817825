import type { Problem } from './problems.ts'
import { readFile } from './read-file.ts'

export type ProcessEnvironment = Readonly<Record<string, string | undefined>>

export interface Environment {
  /** Values of the requested names. An empty value counts as not set. */
  values: Record<string, string>
  /** Problems, by name of the NAME_FILE. */
  problems: Problem[]
  /** The same problems as text, by NAME. */
  unread: Record<string, string>
  /** Files that values were read from. */
  files: string[]
}

const LARGEST_SECRET = 1_000_000

/** Reads names from the environment. `NAME_FILE` may name a file that contains the value, which is how container platforms provide secrets. */
export function readEnvironment(env: ProcessEnvironment, names: Iterable<string>): Environment {
  const read: Environment = { values: {}, problems: [], unread: {}, files: [] }
  for (const name of new Set(names)) {
    const value = env[name] || undefined
    const file = env[`${name}_FILE`] || undefined
    if (value !== undefined) read.values[name] = value
    if (file !== undefined) addFile(read, name, file)
  }
  return read
}

function addFile(read: Environment, name: string, file: string): void {
  const where = `${name}_FILE`
  read.files.push(file)
  const report = (message: string, allowed = `a file that contains the value of ${name}`): void => {
    read.problems.push({ where, message, allowed })
    read.unread[name] = `${where}: ${message}`
  }
  if (read.values[name] !== undefined) {
    report(`${name} is set as well`, 'one of the two')
    return
  }
  try {
    const text = readFile(file)
    if (text.length > LARGEST_SECRET) throw new Error(`${file} is too large for a secret`)
    const value = text.replace(/\r?\n$/, '')
    if (value !== '') read.values[name] = value
    else report(`${file} is empty`)
  } catch (error) {
    report(`cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

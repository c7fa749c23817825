import { readFileSync } from 'node:fs'
import type { Problem } from './problems.ts'

export type ProcessEnvironment = Readonly<Record<string, string | undefined>>

export interface Environment {
  /** The values of the names that were asked for; an empty one counts as not set. */
  values: Record<string, string>
  /** What is wrong, by name of the NAME_FILE. */
  problems: Problem[]
  /** The same in words, by NAME. */
  unread: Record<string, string>
  /** The files that values were read from. */
  files: string[]
}

const LARGEST_SECRET = 1_000_000

/** Reads names from the environment. For each, `NAME_FILE` may name a file that holds the value, as container platforms hand out secrets. */
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
  const tell = (message: string, allowed = `a file that holds the value of ${name}`): void => {
    read.problems.push({ where, message, allowed })
    read.unread[name] = `${where}: ${message}`
  }
  if (read.values[name] !== undefined) {
    tell(`${name} is set as well`, 'one of the two')
    return
  }
  try {
    const text = readFileSync(file, 'utf8')
    if (text.length > LARGEST_SECRET) throw new Error(`${file} is larger than a secret is`)
    const value = text.replace(/\r?\n$/, '')
    if (value !== '') read.values[name] = value
    else tell(`${file} is empty`)
  } catch (error) {
    tell(`cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

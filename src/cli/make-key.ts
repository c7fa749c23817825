import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Check } from 'typebox/schema'
import { stringify } from 'yaml'
import { loadCatalog } from '../catalog.ts'
import { check } from '../config/check.ts'
import { checkKeys } from '../config/cross-check.ts'
import { readKeyList } from '../config/file.ts'
import { knownNames } from '../config/known.ts'
import { inWords, type Problem } from '../config/problems.ts'
import { KeyEntry, newKey } from '../keys.ts'
import type { Outcome } from './outcome.ts'

const OPTIONS = {
  id: { type: 'string' },
  scopes: { type: 'string' },
  expires: { type: 'string' },
  description: { type: 'string' },
  into: { type: 'string' }
} as const

/** `toolgate keys new`: the key is printed here and nowhere else. */
export async function makeKey(words: string[]): Promise<Outcome> {
  const { id = '', scopes = '', into, ...optional } = parseArgs({ args: words, options: OPTIONS }).values
  const asked = { id, scopes: scopes.split(',').flatMap(scope => scope.trim() || []), ...optional }
  const { key, entry } = newKey(asked)
  const known = knownNames(await loadCatalog())
  const problems = [
    ...check(KeyEntry, entry, pointer => `--${pointer.split('/')[1]}`),
    ...(Check(KeyEntry, entry) ? [...checkKeys([entry], known), ...overAlready(entry)] : [])
  ]
  if (problems.length > 0) return refusal(problems)
  const shown = `The key of ${id}, shown this once. Hand it over and keep no copy:\n\n  ${key}\n`
  if (into === undefined) return { code: 0, out: `${shown}\n${whereToStore(entry)}` }
  const found = append(into, entry)
  return found.length > 0 ? refusal(found) : { code: 0, out: `${shown}\nIts entry is in ${into}: set TOOLGATE_KEYS_FILE=${into}` }
}

/** Such a key would be refused from its first second on. */
function overAlready({ expires }: KeyEntry): Problem[] {
  if (expires === undefined || !(Date.parse(expires) <= Date.now())) return []
  return [
    { where: '--expires', message: `${expires} is over: the key would never be taken`, allowed: 'a date to come, such as 2099-01-01' }
  ]
}

function refusal(problems: readonly Problem[]): Outcome {
  return { code: 1, err: `No key was made:\n${problems.map(inWords).join('\n')}` }
}

function whereToStore(entry: KeyEntry): string {
  const item = stringify([entry]).trimEnd().replaceAll(/^/gm, '    ')
  return `Store only its entry. In the config file (TOOLGATE_CONFIG):\n\n  keys:\n${item}\n\nor in the environment:\n\n  TOOLGATE_KEYS='${JSON.stringify([entry]).replaceAll("'", String.raw`'\''`)}'`
}

/** Adds the entry at the end of a list of keys; makes the file, readable by its owner alone, where there is none. */
function append(file: string, entry: KeyEntry): Problem[] {
  const problems: Problem[] = []
  try {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    problems.push(...checkKeys([...readKeyList(text, file, problems), entry], {}))
    if (problems.length === 0)
      appendFileSync(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}${stringify([entry])}`, { mode: 0o600 })
  } catch (error) {
    problems.push({
      where: '--into',
      message: error instanceof Error ? error.message : String(error),
      allowed: 'a file that can be read and written, in a folder that exists'
    })
  }
  return problems
}

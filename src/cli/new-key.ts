import { appendFileSync, chmodSync, existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Check } from 'typebox/schema'
import { stringify } from 'yaml'
import { KeyEntry, newKey } from '../access/keys.ts'
import { check } from '../config/check.ts'
import { checkKeys } from '../config/cross-check.ts'
import type { ProcessEnvironment } from '../config/environment.ts'
import { readKeyList } from '../config/file.ts'
import { knownNames } from '../config/known.ts'
import { inWords, type Problem } from '../config/problems.ts'
import { loadCatalog } from '../systems/load-catalog.ts'
import { createManagedKey } from './keys.ts'
import type { Outcome } from './outcome.ts'

const OPTIONS = {
  id: { type: 'string' },
  scopes: { type: 'string' },
  expires: { type: 'string' },
  description: { type: 'string' },
  managed: { type: 'boolean', default: false },
  into: { type: 'string' },
  'group-readable': { type: 'boolean', default: false }
} as const

/** `toolgate keys new`: the key is printed here and nowhere else. With --managed, a running gateway stores it. */
export async function newKeyCommand(words: string[], env: ProcessEnvironment): Promise<Outcome> {
  const { values } = parseArgs({ args: words, options: OPTIONS })
  const { id = '', scopes = '', managed, into, 'group-readable': groupReadable, ...optional } = values
  const request = { id, scopes: scopes.split(',').flatMap(scope => scope.trim() || []), ...optional }
  if (managed && (into !== undefined || groupReadable))
    return {
      code: 2,
      err: `toolgate keys new: --managed and ${into === undefined ? '--group-readable' : '--into'} cannot be combined: a managed key is stored in Redis`
    }
  const { key, entry } = newKey(request)
  // The gateway that stores a managed key checks its scopes.
  const known = managed ? {} : knownNames(await loadCatalog())
  const problems = [
    ...check(KeyEntry, entry, pointer => `--${pointer.split('/')[1]}`),
    ...(Check(KeyEntry, entry) ? [...checkKeys([entry], known), ...overAlready(entry)] : [])
  ]
  if (problems.length > 0) return refusal(problems)
  if (managed) return await createManagedKey(request, env)
  const shown = `The key of ${id}. It is shown only once:\n\n  ${key}\n`
  if (into === undefined) return { code: 0, out: `${shown}\n${whereToStore(entry)}` }
  const found = append(into, entry, groupReadable)
  return found.length > 0 ? refusal(found) : { code: 0, out: `${shown}\nIts entry is in ${into}: set TOOLGATE_KEYS_FILE=${into}` }
}

/** A key that has already expired would never be accepted. */
function overAlready({ expires }: KeyEntry): Problem[] {
  if (expires === undefined || !(Date.parse(expires) <= Date.now())) return []
  return [
    {
      where: '--expires',
      message: `${expires} is in the past: the key would never be accepted`,
      allowed: 'a future date, such as 2099-01-01'
    }
  ]
}

function refusal(problems: readonly Problem[]): Outcome {
  return { code: 1, err: `No key was created:\n${problems.map(inWords).join('\n')}` }
}

function whereToStore(entry: KeyEntry): string {
  const item = stringify([entry]).trimEnd().replaceAll(/^/gm, '    ')
  return `Store only its entry. In the config file (TOOLGATE_CONFIG):\n\n  keys:\n${item}\n\nor in the environment:\n\n  TOOLGATE_KEYS='${JSON.stringify([entry]).replaceAll("'", String.raw`'\''`)}'`
}

const taken = ({ id }: KeyEntry, file: string): Problem => ({
  where: '--id',
  message: `${file} already has a key ${id}, which still works; the file was not changed`,
  allowed: `another ID, or remove the entry of ${id} from ${file} first, which revokes that key`
})

/** Adds the entry at the end of a list of keys. A file that is missing is created for its owner only; `groupReadable`: its group may read it, too. */
function append(file: string, entry: KeyEntry, groupReadable: boolean): Problem[] {
  const problems: Problem[] = []
  try {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const listed = readKeyList(text, file, problems)
    problems.push(...(listed.some(({ id }) => id === entry.id) ? [taken(entry, file)] : checkKeys([...listed, entry], {})))
    if (problems.length > 0) return problems
    appendFileSync(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}${stringify([entry])}`, { mode: 0o600 })
    if (groupReadable) chmodSync(file, 0o640)
  } catch (error) {
    problems.push({
      where: '--into',
      message: error instanceof Error ? error.message : String(error),
      allowed: 'a file that can be read and written, in a folder that exists'
    })
  }
  return problems
}

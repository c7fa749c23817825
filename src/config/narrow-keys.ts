import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import { narrower } from '../access/constraints.ts'
import type { KeyEntry } from '../access/keys.ts'
import { commonScopes } from '../access/scopes.ts'
import type { IssuerEntry } from '../access/tokens/issuer.ts'
import { Constraints } from '../contract/constraints.ts'
import type { ProcessEnvironment } from './environment.ts'
import { listedIn, listedKeys } from './file.ts'
import { readFile } from './read-file.ts'

/** The unchecked entries of a key source; its text if it cannot be parsed; undefined if it cannot be read. */
export type KeyList = readonly unknown[] | string | undefined
export type KeyLists = Record<'TOOLGATE_KEYS' | 'TOOLGATE_CONFIG', KeyList>

/** Reads the lists of keys from a configuration that may be broken elsewhere. A file that does not exist lists no keys. */
export function readKeyLists(env: ProcessEnvironment): KeyLists {
  const [keys, keysFile, config] = [env['TOOLGATE_KEYS'], env['TOOLGATE_KEYS_FILE'], env['TOOLGATE_CONFIG']]
  return {
    TOOLGATE_KEYS: keysFile ? listIn(keysFile, 'list') : listedKeys(keys ?? '', 'list'),
    TOOLGATE_CONFIG: config ? listIn(config, 'config') : []
  }
}

function listIn(file: string, form: 'list' | 'config'): KeyList {
  const text = textOf(file)
  return text === undefined ? undefined : (listedKeys(text, form) ?? text)
}

/** Returns the text of a file; '' if it does not exist, undefined if it cannot be read. */
function textOf(file: string): string | undefined {
  try {
    return readFile(file)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? '' : undefined
  }
}

/** Returns the entries of a list. For a text, returns the current keys whose hash it still contains outside comments: removing the hash removes the key. */
export function entriesOf(list: KeyList, inForce: readonly KeyEntry[]): readonly unknown[] {
  if (typeof list !== 'string') return list ?? []
  const text = withoutComments(list)
  return inForce.filter(({ hash }) => text.includes(hash))
}

const withoutComments = (text: string): string => text.replace(/(^|\s)#.*/gm, '')

/**
 * Returns the issuers that the config file still lists. If it cannot be parsed, those whose URL it still contains outside comments; if it cannot be read,
 * all of them.
 */
export function stillNamed(issuers: readonly IssuerEntry[], { TOOLGATE_CONFIG: config }: ProcessEnvironment): readonly IssuerEntry[] {
  const text = config ? textOf(config) : ''
  if (text === undefined) return issuers
  const listed = listedIn(text, 'issuers')?.filter(entry => Check(ListedIssuer, entry))
  if (listed) return issuers.filter(({ issuer }) => listed.some(entry => entry.issuer === issuer))
  const words = withoutComments(text).split(/[\s'",{}]+/)
  return issuers.filter(({ issuer }) => words.includes(issuer))
}

const ListedIssuer = Type.Object({ issuer: Type.String() })

const ListedKey = Type.Object(
  { id: Type.String(), hash: Type.String(), scopes: Type.Unknown(), expires: Type.Unknown(), constraints: Type.Unknown() },
  { required: ['id', 'hash'] }
)

/** Returns the current keys that are still listed, each with what both versions allow. Adds no key. */
export function narrowKeys(inForce: readonly KeyEntry[], listed: readonly unknown[]): KeyEntry[] {
  const entries = listed.filter(entry => Check(ListedKey, entry))
  return inForce.flatMap(key => {
    const same = entries.filter(({ id, hash }) => id === key.id && hash === key.hash)
    return same.length === 0 ? [] : same.reduce<KeyEntry>(narrow, key)
  })
}

function narrow(key: KeyEntry, { scopes, expires, constraints: listed = {} }: Static<typeof ListedKey>): KeyEntry {
  const constraints = Check(Constraints, listed) ? narrower(key.constraints ?? {}, listed) : undefined
  // If it is not certain what both versions allow, the key may do nothing until the file is corrected.
  const granted = constraints && Array.isArray(scopes) ? scopes.filter(scope => typeof scope === 'string') : []
  const isEarlier = typeof expires === 'string' && Date.parse(expires) < (key.expires === undefined ? Infinity : Date.parse(key.expires))
  return {
    ...key,
    scopes: commonScopes(key.scopes, granted),
    ...(constraints && Object.keys(constraints).length > 0 && { constraints }),
    ...(isEarlier && { expires })
  }
}

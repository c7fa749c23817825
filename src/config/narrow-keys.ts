import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { KeyEntry } from '../access/keys.ts'
import { commonScopes } from '../access/scopes.ts'
import type { ProcessEnvironment } from './environment.ts'
import { listedKeys } from './file.ts'

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
  try {
    const text = readFileSync(file, 'utf8')
    return listedKeys(text, form) ?? text
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? [] : undefined
  }
}

/** Returns the entries of a list. For a text, returns the current keys whose hash it still contains outside comments: removing the hash removes the key. */
export function entriesOf(list: KeyList, inForce: readonly KeyEntry[]): readonly unknown[] {
  if (typeof list !== 'string') return list ?? []
  const text = list.replace(/(^|\s)#.*/gm, '')
  return inForce.filter(({ hash }) => text.includes(hash))
}

const ListedKey = Type.Object(
  { id: Type.String(), hash: Type.String(), scopes: Type.Unknown(), expires: Type.Unknown() },
  { required: ['id', 'hash'] }
)

/** Returns the current keys that are still listed, each with the scopes that both versions grant. Adds no key. */
export function narrowKeys(inForce: readonly KeyEntry[], listed: readonly unknown[]): KeyEntry[] {
  const entries = listed.filter(entry => Check(ListedKey, entry))
  return inForce.flatMap(key => {
    const same = entries.filter(({ id, hash }) => id === key.id && hash === key.hash)
    return same.length === 0 ? [] : same.reduce<KeyEntry>((narrowed, { scopes, expires }) => narrow(narrowed, scopes, expires), key)
  })
}

function narrow(key: KeyEntry, scopes: unknown, expires: unknown): KeyEntry {
  const granted = Array.isArray(scopes) ? scopes.filter(scope => typeof scope === 'string') : []
  const isEarlier = typeof expires === 'string' && Date.parse(expires) < (key.expires === undefined ? Infinity : Date.parse(key.expires))
  return { ...key, scopes: commonScopes(key.scopes, granted), ...(isEarlier && { expires }) }
}

/** Endings of secret names, in lower case with `_` between words. */
const SECRET =
  /(?:^|_)(?:pass|pwds?|psks?|keys?|creds?|dsn|jwts?|bearer|auth)$|(?:tokens?|secrets?|credentials?|passw(?:or)?ds?|passphrases?|passcodes?|authorization|connection_?strings?|auth_?strings?|key_?strings?|key_?base)$|(?:api|access|auth|secret|private|client|shared|account|master|signing|encryption|decryption)keys?$/

/** Possible suffixes: the format of the secret, or a number. */
const FORM =
  /_?(?:strings?|data|values?|text|plain|base_?64|b64|hash|pem|raw|json|material|content|payload|old|new|current|previous|\d{1,3})$/

/** Names with such an ending that are not secret. A lone `key` is the name of an item. */
const PUBLIC =
  /^keys?$|(?:^|_)(?:public|pub|kms|cmek|crypto|ssh|host|authorized|partition|primary|foreign|sort|group|object|row|shard|cache|routing|ordering|idempotency|project|issue|tag|label|parameter)_keys?$|(?:page|sync|continuation|continue|cursor)_?token$|(?:^|_)(?:no|max|min|num|total|input|output|prompt|completion|cached|used)_(?:[a-z]{1,20}_)?tokens$/

const MAX_LENGTH = 200

/**
 * Whether a field, variable, column, flag or item with this name contains a secret: `DB_PASS`, `apiToken`, `--root-password`,
 * `masterAuth.clientKey`. In a path, the last name counts. This is the only list of secret names; redact.ts recognizes secrets without a
 * name.
 */
export function isSecretName(name: string): boolean {
  if (/(?:^|\.)labels\./.test(name.slice(-MAX_LENGTH))) return false // labels are meant to be searched
  const parts = name.slice(-MAX_LENGTH).split(/[.:/[\]]+/)
  const last = wordsIn(parts.findLast(part => /\D/.test(part)) ?? '')
  return isSecretWord(last) || isSecretWord(last.replace(FORM, ''))
}

const isSecretWord = (words: string): boolean => SECRET.test(words) && !PUBLIC.test(words)

/** Converts `--apiKey` to `api_key`. */
const wordsIn = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3_$2$4')
    .replace(/[\s_-]+/g, '_')
    .replace(/^_/, '')
    .toLowerCase()

/** Whether everything below a field with this name is part of the secret. Below `masterAuth`, each field has a distinct name. */
export const isSecretBranch = (name: string): boolean => isSecretName(name) && !/auth$/i.test(name)

/** Whether a field names an item, as in `{"name": "DB_PASSWORD", "value": …}`. */
export const namesItem = (name: string): boolean =>
  /(?:^|\.)(?:(?:parameter_?)?(?:name|key)|variable|env_?var|field|header|id)$/i.test(name)

/** Whether a field contains the value of an item. */
export const holdsItem = (name: string): boolean =>
  /(?:^|\.)(?:(?:string|text|plain|plain_?text|raw|secret|default|current|parameter)?[_-]?values?|val|content|data|(?:plain_?)?text)(?:\[\d{0,6}\])?$/i.test(
    name
  )

/** Whether such a field may contain a list or map for a name that follows. `data` and `content` usually have no name. */
export const holdsAnyItem = (name: string): boolean => /val(?:ues?)?$/i.test(name)

/** For a text such as `DB_PASSWORD=…` or `--password=…`, returns everything before the secret; undefined if there is none. */
export function beforeSecret(text: string): string | undefined {
  const [before, name = ''] = /^(?:export )?(-{0,2}[\w./-]{1,100})=(?=.)/.exec(text) ?? []
  return before !== undefined && isSecretName(name) ? before : undefined
}

/** `--password`, whose value is the next item of a list. */
export const isSecretFlag = (text: string): boolean => /^--?[a-zA-Z][\w-]{0,100}$/.test(text) && isSecretName(text)

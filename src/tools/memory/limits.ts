/** Maximum length of texts in characters, and maximum numbers of attributes and aliases of an object. */
export const MAX_LENGTH = {
  name: 300,
  type: 60,
  relation: 200,
  fact: 2000,
  summary: 2000,
  source: 500,
  text: 50_000,
  attributes: 30,
  aliases: 50
} as const
/** Maximum size of an import body in bytes: a graph of several million links. */
export const MAX_IMPORT_BYTES = 1024 ** 3

/** Dropped lines that an import reports. */
export const MAX_REPORTED_DROPS = 100

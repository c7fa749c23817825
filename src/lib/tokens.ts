/** About four characters of English, three of JSON, or one Chinese character (three bytes) are a token. */
const BYTES_PER_TOKEN = 3

/** Estimates the tokens that a model reads or writes for a text of this many bytes. */
export const estimateTokens = (bytes: number): number => Math.ceil(bytes / BYTES_PER_TOKEN)

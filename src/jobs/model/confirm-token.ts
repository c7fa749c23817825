import { createHash, hash, randomBytes } from 'node:crypto'

/** Returns what distinguishes the confirmations of a job. Random: a digest of its arguments, in which secrets can be guessed, would be stored beside them. */
export const newNonce = (): string => randomBytes(18).toString('base64url')

/** Returns the digest of a listing after another page. */
export function digestNext(before: string, page: readonly { id: string; etag: string | undefined; data: string }[]): string {
  let text = before
  for (const { id, etag = '', data } of page) text += `${id.length}:${id}${etag.length}:${etag}${data.length}:${data}`
  return createHash('sha256').update(text).digest('base64url')
}

/** Returns the token that confirms this preview of this job. Other items have another token. */
export const confirmToken = ({ id, nonce, digest, total }: { id: string; nonce: string; digest: string; total: number }): string =>
  `ct_${hash('sha256', JSON.stringify([id, nonce, digest, total]), 'base64url').slice(0, 32)}`

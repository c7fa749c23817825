import { createHash } from 'node:crypto'

/** Returns a digest of a request. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}

/** Returns the digest of a listing after another page. */
export function digestNext(before: string, page: readonly { id: string; etag: string | undefined; data: string }[]): string {
  let text = before
  for (const { id, etag = '', data } of page) text += `${id.length}:${id}${etag.length}:${etag}${data.length}:${data}`
  return createHash('sha256').update(text).digest('base64url')
}

/** Returns the token that confirms this preview of this job. Other parameters or other items have another token. */
export function confirmToken(job: { id: string; params: string; digest: string; total: number }): string {
  return `ct_${digestOf([job.id, job.params, job.digest, job.total]).slice(0, 32)}`
}

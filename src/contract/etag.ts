/** Whether the value of If-None-Match names this version. Strong and weak tags count alike, as RFC 9110 says for that header. */
export const namesVersion = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some(tag => ['*', plainTag(etag)].includes(plainTag(tag.trim())))

const plainTag = (tag: string): string => tag.replace(/^W\//, '')

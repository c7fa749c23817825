/** The client's own cache may store the response, and must ask before it uses it again. Shared caches may not store it. */
export const REVALIDATED = 'private, no-cache'

/** Returns the headers of a document that a cache may store per key, and must revalidate. */
export const cacheHeaders = (etag: string): Record<string, string> => ({
  etag,
  'cache-control': REVALIDATED,
  vary: 'Authorization, X-API-Key'
})

/** Whether the value of If-None-Match includes this ETag. Compares weakly, as RFC 9110 requires for that header. */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined && tagsIn(header).some(tag => ['*', strongTag(etag)].includes(strongTag(tag)))

const tagsIn = (header: string): string[] => header.split(',').map(tag => tag.trim())

const strongTag = (tag: string): string => tag.replace(/^W\//, '')

const MARKDOWN = '-md"'

/** Returns the ETag of the Markdown representation, which caches must not confuse with the JSON. */
export const markdownEtag = (etag: string): string => etag.replace(/"$/, MARKDOWN)

/** Returns the ETag of the JSON that describes a stream, which caches must not confuse with the stream. */
export const jsonEtag = (etag: string): string => etag.replace(/"$/, '-json"')

/** Returns the value of If-None-Match, reduced to the Markdown ETags, as the operation sets them. */
export const markdownEtagsIn = (header: string): string =>
  tagsIn(header)
    .filter(tag => tag === '*' || tag.endsWith(MARKDOWN))
    .map(tag => tag.replace(MARKDOWN, '"'))
    .join(', ')

export type QueryValue = string | number | boolean | readonly string[] | null | undefined

/** A call of the public API. */
export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with its leading slash, such as /v1/jobs. */
  path: string
  query?: Readonly<Record<string, QueryValue>>
  body?: unknown
  /** Fields and files, in place of the body. */
  form?: FormData
  headers?: Readonly<Record<string, string>>
}

/** Path and query of a call. A list is sent as a repeated parameter. */
export function targetOf({ path, query = {} }: Pick<Call, 'path' | 'query'>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue
    for (const one of typeof value === 'object' ? value : [value]) search.append(name, String(one))
  }
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

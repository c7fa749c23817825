import { FormDataEncoder } from 'form-data-encoder'
import type { OptionsInit } from 'got'
import type { Reason } from '../../contract/errors.ts'
import type { CountedRequest } from '../../contract/runtime.ts'
import { checkPath } from './segment.ts'

/** The subject of a request. Error messages name it. */
export interface Subject {
  /** Such as `issue`. */
  kind: string
  /** Such as `#12 of acme/web`. */
  name: string
  /** Reason of a 409 response to this request. Default: version_conflict. */
  conflict?: Reason
}

export interface UpstreamRequest {
  /** Below the base URL, encoded. */
  path: string
  /** Number of segments of the base URL to go up before `path`, for endpoints outside the API. Default 0. */
  levels_up?: number
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** A list is sent as repeated parameters. */
  query?: Record<string, string | number | boolean | readonly string[] | undefined>
  json?: unknown
  /** Instead of `json`: fields of a URL-encoded form. */
  form?: Record<string, string>
  /** Instead of `json`: bytes, with their content-type in `headers`, or a form with files, which are read while they are sent. */
  body?: Uint8Array | FormData
  headers?: Record<string, string>
  /** Default: `max_retries` of the instance. 0 for callers that retry themselves, such as bulk jobs. */
  max_retries?: number
  /** True if the request changes nothing although it is not a GET: it may be retried, and a lost response means not_executed. */
  reads?: boolean
  /** Maximum size of the response body. Default 10 MB. */
  max_body_bytes?: number
  /** Units of the budget that each attempt draws. Default 1. */
  cost?: number
  /** The subject of the request. With it, a 404 response becomes a message such as "GitLab has no issue #12 of acme/web …". */
  subject?: Subject
  signal: AbortSignal
}

/** A request for a file. */
export interface DownloadRequest extends UpstreamRequest {
  /**
   * Whether a redirect to this URL on the upstream's own host may be followed, with the credential. For redirects whose target someone wrote.
   * Default: always.
   */
  may_redirect_to?: (target: URL) => boolean
}

/** Whether the request changes nothing upstream. */
export const isRead = ({ method = 'GET', reads }: Pick<UpstreamRequest, 'method' | 'reads'>): boolean => reads ?? method === 'GET'

/** The request as budgets count it. */
export const countedRequest = (request: UpstreamRequest): CountedRequest => ({
  method: request.method ?? 'GET',
  path: request.path,
  reads: isRead(request)
})

/** URL of the request, relative to the base URL. Throws invalid_field_value if a value would change the path. */
export function relativeUrl({ path, levels_up = 0, query }: UpstreamRequest): string {
  checkPath(path)
  const url = '../'.repeat(levels_up) + path
  const parameters = query ? parametersOf(query).toString() : ''
  return parameters === '' ? url : `${url}?${parameters}`
}

type RequestOption = 'signal' | 'method' | 'json' | 'form' | 'body' | 'headers'

/** Options for got that differ from those of its instance. Only what is set: got spends time on each option. */
export function gotOptions({ method, json, form, body, headers, signal }: UpstreamRequest): Pick<OptionsInit, RequestOption> {
  return {
    signal,
    ...(method !== undefined && { method }),
    ...(json !== undefined && { json }),
    ...(form && { form }),
    ...(headers && { headers }),
    ...(body && (body instanceof FormData ? encodedForm(body, headers) : { body }))
  }
}

/** Encodes a form here, not in got: if got cancels its read of a FormData, Node may throw an error that cannot be caught. */
function encodedForm(form: FormData, headers: UpstreamRequest['headers']): Pick<OptionsInit, 'body' | 'headers'> {
  const body = new FormDataEncoder(form)
  return { body, headers: { ...headers, ...body.headers } }
}

function parametersOf(query: NonNullable<UpstreamRequest['query']>): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const item of value) parameters.append(name, item)
    else if (value !== undefined) parameters.append(name, String(value))
  }
  return parameters
}

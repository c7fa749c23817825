import { FormDataEncoder } from 'form-data-encoder'
import type { OptionsInit } from 'got'

export interface UpstreamRequest {
  /** Below the base address, encoded. */
  path: string
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** A list is sent as so many parameters of one name. */
  query?: Record<string, string | number | boolean | readonly string[] | undefined>
  json?: unknown
  /** In place of json: the fields of a form, bytes whose content-type the headers tell, or a form with files, which are read as they are sent. */
  form?: Record<string, string>
  body?: Uint8Array | FormData
  headers?: Record<string, string>
  /** Further attempts of this call; default: those of the instance. 0 where the caller itself waits and tries again, as bulk jobs do. */
  max_retries?: number
  /** Whatever its method, it changes nothing: it may be repeated, and nothing was done when its answer is lost. */
  reads?: boolean
  /** Most bytes to take as answer. Default 10 MB. */
  largest_body?: number
  /** Units of the budget that an attempt draws. Default 1. */
  cost?: number
  signal: AbortSignal
}

/** A request of which it is known whether it changes something. */
export type KnownRequest = UpstreamRequest & { reads: boolean }

/** Where a request goes, below the base address. */
export function addressOf({ path, query }: UpstreamRequest): string {
  const parameters = query ? parametersOf(query).toString() : ''
  return parameters === '' ? path : `${path}?${parameters}`
}

type Told = 'signal' | 'method' | 'json' | 'form' | 'body' | 'headers'

/** What got is told of a request, beside what its instance knows: each option that it is told costs something. */
export function optionsFor({ method, json, form, body, headers, signal }: UpstreamRequest): Pick<OptionsInit, Told> {
  return {
    signal,
    ...(method !== undefined && { method }),
    ...(json !== undefined && { json }),
    ...(form && { form }),
    ...(headers && { headers }),
    ...(body && (body instanceof FormData ? encoded(body, headers) : { body }))
  }
}

/** Not by got: where what it reads of a form is cancelled, Node may throw where nobody can catch it. */
function encoded(form: FormData, headers: UpstreamRequest['headers']): Pick<OptionsInit, 'body' | 'headers'> {
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

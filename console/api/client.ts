import type { Operations } from '../../openapi/client.d.ts'
import { type Call, targetOf } from './call.ts'

export type { Call } from './call.ts'

/** Output of an operation, as the API documents it. */
export type Output<Id extends keyof Operations> = Operations[Id]['output']

/** Metadata of a successful response. */
export interface Metadata {
  operation?: string
  instance?: string | null
  request_id?: string
  execution_time_ms?: number
  sandbox?: boolean
  warnings?: string[]
  [name: string]: unknown
}

export interface Reply<T> {
  data: T
  metadata: Metadata
  status: number
  headers: Headers
}

export interface ErrorDetails {
  reason?: string
  request_id?: string
  source?: string
  outcome?: string
  required_scope?: string
  suggestions?: string[]
  /** The request that another caller must approve first. */
  approval?: { id: string }
  issues?: { path: string; message: string; expected?: string }[]
  [name: string]: unknown
}

/** A failed call, with the error of the envelope. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: string
  readonly status: number
  readonly details: ErrorDetails

  constructor(status: number, code: string, message: string, details: ErrorDetails = {}) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

const KEY = 'toolgate.key'

export const savedKey = (): string => sessionStorage.getItem(KEY) ?? ''

/** Keeps the key until the tab is closed. An empty key removes it. */
export function saveKey(key: string): void {
  if (key) sessionStorage.setItem(KEY, key)
  else sessionStorage.removeItem(KEY)
}

/** Sends a call and returns the response as it is. Throws an ApiError only if there is none. */
export async function request(call: Call, signal?: AbortSignal): Promise<Response> {
  const key = savedKey()
  const { method = 'GET', body, form, headers } = call
  let response: Response
  try {
    response = await fetch(targetOf(call), {
      method,
      headers: {
        accept: 'application/json',
        ...(key && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers
      },
      ...(form ? { body: form } : body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
      cache: 'no-store'
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, 'NETWORK_ERROR', 'The gateway does not respond.', { suggestions: ['Check that it runs, then try again.'] })
  }
  if (response.status === 401) {
    const error = await errorOf(response.clone())
    // A call that was sent before the key was replaced says nothing about the new one.
    if (key === savedKey()) onRefused(error)
  }
  return response
}

/** Called when the gateway refuses the key. */
let onRefused: (error: ApiError) => void = () => undefined
export const whenRefused = (listener: typeof onRefused): void => {
  onRefused = listener
}

/** Sends a call and returns the data of the envelope. Throws an ApiError. */
export async function send<T>(call: Call, signal?: AbortSignal): Promise<Reply<T>> {
  const response = await request(call, signal)
  if (!response.ok) throw await errorOf(response)
  const envelope: { data: T; metadata?: Metadata } = await response.json()
  return { data: envelope.data, metadata: envelope.metadata ?? {}, status: response.status, headers: response.headers }
}

/** As `send`, for callers that need the data only. */
export const get = async <T>(path: string, query?: Call['query'], signal?: AbortSignal): Promise<T> =>
  (await send<T>({ path, ...(query && { query }) }, signal)).data

/** Returns the error of a failed response. */
export async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text()
  try {
    const { error }: { error: { code: string; message: string; details?: ErrorDetails } } = JSON.parse(text)
    return new ApiError(response.status, error.code, error.message, error.details)
  } catch {
    return new ApiError(response.status, 'UNKNOWN_ERROR', `The gateway returned ${response.status} without an explanation.`)
  }
}

/** Any failure as an ApiError, for display. */
export const toApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError(0, 'UNKNOWN_ERROR', error instanceof Error ? error.message : String(error))

import type { ApiError } from '../api/client.ts'

/** Something that is read from the gateway. */
export type Loaded<T> = { state: 'loading' } | { state: 'ready'; data: T } | { state: 'failed'; error: ApiError }

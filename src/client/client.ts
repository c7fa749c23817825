import type { Job, Operations } from '../../openapi/client.d.ts'
import { type Answer, type ClientOptions, createHttp } from './http.ts'
import { jobHelpers } from './jobs.ts'

export type { ErrorDetails, Job, Metadata, Operations } from '../../openapi/client.d.ts'
export { type Details, type ErrorCode, type Reason, ToolgateError } from './error.ts'
export type { Answer, ClientOptions } from './http.ts'
export type { JobEvent, JobItem } from './jobs.ts'

export type OperationId = keyof Operations
export type Input<Id extends OperationId> = Operations[Id]['input']
export type Output<Id extends OperationId> = Operations[Id]['output']

/** Operations that create a bulk job: their output is that job. */
export type BulkId = { [Id in OperationId]: Operations[Id]['kind'] extends 'bulk' ? Id : never }[OperationId]

/** Operations that can run as a job: bulk operations, and calls whose result a job may keep. */
export type StartId = { [Id in OperationId]: Operations[Id]['kind'] extends 'direct' ? never : Id }[OperationId]

export interface CallOptions {
  signal?: AbortSignal
}

/** One call of a batch. */
export type ManyCall = { [Id in OperationId]: { id?: string; operation: Id; arguments: Input<Id> } }[OperationId]

/** The result of one call of a batch. */
export type ManyResult = { id: string | null; operation: string; status: number } & (
  | { success: true; data: unknown; metadata: Record<string, unknown> }
  | { success: false; error: { code: string; message: string; details: Record<string, unknown> } }
)

/** Requests full responses. Without it, a call by name returns the compact form for models. */
const WHOLE = 'return=representation'

export type Client = ReturnType<typeof createClient>

/** Creates a client of a gateway. Every failure is thrown as a ToolgateError. */
export function createClient(options: ClientOptions) {
  const http = createHttp(options)

  const post = async (id: string, input: object, { signal }: CallOptions = {}, headers: Record<string, string> = {}): Promise<Answer> =>
    await http.ask(`v1/operations/${encodeURIComponent(id)}`, { body: input, headers: { prefer: WHOLE, ...headers }, signal })

  return {
    /** Calls an operation and returns its data. */
    call: async <Id extends OperationId>(id: Id, input: Input<Id>, options: CallOptions = {}): Promise<Output<Id>> =>
      (await post(id, input, options)).data as Output<Id>, // the type that the operation's definition declares

    /** Like `call`, but returns the metadata too: warnings, truncation, rate limits. */
    request: async <Id extends OperationId>(id: Id, input: Input<Id>, options: CallOptions = {}): Promise<Answer<Output<Id>>> =>
      (await post(id, input, options)) as Answer<Output<Id>>,

    /** Calls an operation whose name is known only when the program runs. */
    callByName: async (id: string, input: object, options?: CallOptions): Promise<Answer> => await post(id, input, options),

    /** Starts a job and returns it at once: a bulk job, which then waits for its confirmation, or a call, whose job ends with its `result`. */
    async start<Id extends StartId>(id: Id, input: Input<Id> & { notify_url?: string }, options: CallOptions = {}): Promise<Job> {
      return (await post(id, input, options, { prefer: `respond-async, ${WHOLE}` })).data as Job
    },

    /** Sends several calls at once. Returns their results in the same order; a failure is a result too. */
    async callMany(calls: readonly ManyCall[], { signal }: CallOptions = {}): Promise<ManyResult[]> {
      const { data } = await http.ask('v1/operations', { body: { calls }, headers: { prefer: WHOLE }, signal })
      return (data as { results: ManyResult[] }).results
    },

    /** Sends a GET to a route of the gateway itself, such as `v1/catalog?query=page`. */
    get: async (path: string, { signal }: CallOptions = {}): Promise<Answer> => await http.ask(path, { signal }),

    ...jobHelpers(http)
  }
}

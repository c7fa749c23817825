import type { Job, Operations } from '../../openapi/client.d.ts'
import { type Answer, type ClientOptions, createHttp } from './http.ts'
import { jobHelpers } from './jobs.ts'

export type { Job, Operations } from '../../openapi/client.d.ts'
export { ToolgateError } from './error.ts'
export type { Answer, ClientOptions } from './http.ts'
export type { JobEvent } from './jobs.ts'

export type OperationId = keyof Operations
export type Input<Id extends OperationId> = Operations[Id]['input']
export type Output<Id extends OperationId> = Operations[Id]['output']

export interface CallOptions {
  signal?: AbortSignal
}

/** One of several calls at once. */
export type ManyCall = { [Id in OperationId]: { id?: string; operation: Id; arguments: Input<Id> } }[OperationId]

/** What became of one of them. */
export type ManyResult = { id: string | null; operation: string; status: number } & (
  | { success: true; data: unknown; metadata: Record<string, unknown> }
  | { success: false; error: { code: string; message: string; details: Record<string, unknown> } }
)

export type Client = ReturnType<typeof createClient>

/** A client of a gateway. Whatever fails is thrown as a ToolgateError. */
export function createClient(options: ClientOptions) {
  const http = createHttp(options)

  const post = async (id: string, input: object, { signal }: CallOptions): Promise<Answer> =>
    await http.ask(`v1/operations/${encodeURIComponent(id)}`, { body: input, signal })

  return {
    /** Calls an operation, and answers its data. */
    call: async <Id extends OperationId>(id: Id, input: Input<Id>, options: CallOptions = {}): Promise<Output<Id>> =>
      (await post(id, input, options)).data as Output<Id>, // what the definition of the operation says

    /** The same with what is said beside the data: warnings, what was left out, limits. */
    request: async <Id extends OperationId>(id: Id, input: Input<Id>, options: CallOptions = {}): Promise<Answer<Output<Id>>> =>
      (await post(id, input, options)) as Answer<Output<Id>>,

    /** Calls an operation whose name is known only when the program runs. */
    callByName: post,

    /** Makes the call as a job, which it answers at once: follow it with waitForJob, whose result has the answer. */
    async start<Id extends OperationId>(id: Id, input: Input<Id> & { notify_url?: string }, options: CallOptions = {}): Promise<Job> {
      return (await post(id, { ...input, mode: 'async' }, options)).data as Job
    },

    /** Several calls at once, in the order given; what fails is a result too. */
    async callMany(calls: readonly ManyCall[], { signal }: CallOptions = {}): Promise<ManyResult[]> {
      const { data } = await http.ask('v1/operations', { body: { calls }, signal })
      return (data as { results: ManyResult[] }).results
    },

    /** A GET of the gateway's own, such as `v1/catalog?query=page`. */
    get: async (path: string, { signal }: CallOptions = {}): Promise<Answer> => await http.ask(path, { signal }),

    ...jobHelpers(http)
  }
}

import type { Static, TObject } from 'typebox'
import type { BulkAdapter } from './bulk.ts'
import type { Call } from './call.ts'
import type { CommonReason, Reason } from './errors.ts'
import type { Example } from './examples.ts'
import type { Requirement } from './requires.ts'
import type { HandlerResult } from './stream.ts'
import type { AnyTool, Tool } from './tool.ts'
import type { StreamedBody, UploadSpec, UploadsSpec } from './upload.ts'

/** Permissions of calls. Each one includes those before it. */
export const PERMISSIONS = ['read', 'write', 'destructive'] as const
export type Permission = (typeof PERMISSIONS)[number]

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Route = `${Method} /${string}`

type PathParameters<R extends string> = R extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParameters<Rest>
  : R extends `${string}:${infer Name}`
    ? Name
    : never

/** Accepts a route whose path parameters are all in the input schema. The type error names those that are missing. */
type PathFits<R extends string, Input extends TObject> =
  PathParameters<R> extends keyof Static<Input>
    ? unknown
    : { 'path parameters missing from the input schema': Exclude<PathParameters<R>, keyof Static<Input>> }

/** Languages of `asked_as`. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'ja', 'pl'] as const
export type Language = (typeof LANGUAGES)[number]

/** Phrases by language. */
export type AskedAs = Readonly<Partial<Record<Language, readonly string[]>>>

/** Another name of an operation. */
interface Alias {
  name: string
  /** Applies only if the input has these values, which are then removed from it. */
  when?: Record<string, string>
}

/** The successor of an operation, and when the operation will be removed. */
interface Deprecation {
  successor: string
  /** ISO date of the deprecation. */
  since?: string
  /** ISO date after which the operation is removed. */
  sunset: string
}

/** A fixed permission, or one that depends on the input. Surfaces show the maximum. */
export type PermissionRule<Input> =
  | Permission
  | {
      /** Default: read. */
      minimum?: Permission
      maximum: Permission
      of: (input: Input) => Permission
      /** Calls that are not reads, or those with such an input, require `confirm: true`, even if the policy does not. */
      always_confirm?: boolean | ((input: Input) => boolean)
    }

/** Properties that the catalog adds to the input of a list. */
export interface ListInput {
  limit: number
  cursor?: string
}

/** Maximum `max_body` of an operation: bytes of its input as JSON. */
export const MAX_BODY = 10 * 1024 * 1024
/** Maximum `max_body` of an operation that takes several files in base64. */
export const MAX_BODY_WITH_FILES = 28 * 1024 * 1024
/** Maximum bytes of any JSON message: an input and the protocol around it. */
export const MAX_MESSAGE = MAX_BODY_WITH_FILES + 1024 * 1024
/** Default `max_body` of an operation. */
export const DEFAULT_MAX_BODY = 256 * 1024
/** Default `max_body` of a bulk operation: 10,000 IDs of 200 characters. */
export const BULK_MAX_BODY = 2 * 1024 * 1024

type ReservedInput<Lists extends boolean, Dry extends boolean> = (Lists extends true ? ListInput : unknown) &
  (Dry extends true ? { dry_run: boolean } : unknown)

export interface OperationSpec<
  Client,
  Input extends TObject,
  Output extends TObject,
  Why extends Reason,
  R extends Route,
  Lists extends boolean,
  Dry extends boolean
> {
  /** snake_case. The file has the same name, with hyphens. */
  name: string
  /** Whether the default pack of its system includes it. Default false. */
  core?: boolean
  /** ≤ 300 characters. */
  summary: string
  /** Describes the return value and effect, when to use the operation and when not. ≤ 1,024 characters. */
  description: string
  permission: PermissionRule<Static<Input>>
  http: R & PathFits<R, Input>
  /** One flat object. Every property has a description. A property with a default is not Optional. */
  input: Input
  output: Output
  requires?: readonly Requirement[]
  /** Names that callers may know from the upstream's API, each with the property to use here. Errors about unknown properties show them. */
  name_hints?: Readonly<Record<string, string>>
  /** Reasons in addition to the common ones, each with a sentence that states when it occurs. */
  errors: Readonly<Record<Why, string>>
  examples: readonly Example<Static<Input> & ReservedInput<Lists, Dry>, Static<Output>, NoInfer<Why> | CommonReason>[]
  /** Default 30,000. */
  timeout_ms?: number
  /** Whether an identical second call has no further effect. Default: true for reads. */
  idempotent?: boolean
  /** Requires `confirm: true`. The sentence states the cost. */
  costly?: string
  /** Returns `items`, `next_cursor` and `total`. The catalog adds limit, cursor, max_items, fields and on_timeout to its input. */
  list?: Lists
  /** Results must not be stored, because the vendor forbids it or because they are secret: calls cannot run as jobs and take no idempotency key. */
  transient?: boolean
  /** Can return partial results at the deadline (trees, searches): the catalog adds on_timeout. Lists always can. */
  partial?: boolean
  /** Over REST the body may also be a stream, which the handler reads from `call.body`. The other properties are then in the query string. */
  body?: StreamedBody
  /** The handler sets a version with `call.respond({ etag })`, so that REST supports If-None-Match. */
  versioned?: boolean
  /** Throws if the operator disabled the operation on this instance. Runs before confirmation is requested. */
  assertAvailable?: (client: Client) => void
  /** Only callers with a scope to decide on approvals, of any system, may call it and see it. */
  deciders_only?: true
  /** The handler supports `dry_run`: it checks everything and changes nothing. The catalog adds the property. */
  dry_run?: Dry
  /** It takes a file, which `call.file()` returns, however it was sent. */
  upload?: UploadSpec
  /** It takes several files, which are a list in its input, however they were sent. */
  uploads?: UploadsSpec
  /**
   * Maximum bytes of its input as JSON. A larger body is refused before it is read (413). Default 256 KB. Set it if the texts of the input may be
   * longer; a character takes up to 4 bytes. At most MAX_BODY, or MAX_BODY_WITH_FILES with `uploads`.
   */
  max_body?: number
  /** HTTP statuses of success, the default one first. Default [200]. */
  success?: readonly [number, ...number[]]
  /** Returns one sentence that describes what the call will do, for the user who confirms it. */
  message?: (input: Static<Input> & ReservedInput<Lists, Dry>) => string
  /** Returns facts to show with the message, as details of the error that requests confirmation. */
  confirmation_details?: (input: Static<Input> & ReservedInput<Lists, Dry>) => Record<string, unknown>
  /** Renders the output for a model. Default: a table or a list. */
  markdown?: (output: Static<Output>) => string
  aliases?: readonly (string | Alias)[]
  group?: string
  see_also?: readonly string[]
  /**
   * What people say when they need this operation, in their own words: 3 to 20 English phrases, and a few in other languages if people ask for it
   * often. Only the search reads them. A phrase belongs to one operation.
   */
  asked_as?: AskedAs
  deprecated?: Deprecation
  /** Adapter of the jobs that its handler creates. Workers find it by the ID of the operation. */
  job?: BulkAdapter
  handler: (input: Static<Input> & ReservedInput<Lists, Dry>, call: Call<Client, Why>) => Promise<HandlerResult<Output>>
}

/** An operation as the catalog and the surfaces use it: without its types, with its defaults. */
export interface Operation {
  kind: 'operation' | 'bulk'
  id: string
  tool: AnyTool
  name: string
  core: boolean
  summary: string
  description: string
  permission: PermissionRule<Record<string, unknown>>
  http: Route
  input: TObject
  output: TObject
  requires: readonly Requirement[]
  name_hints?: Readonly<Record<string, string>>
  errors: Readonly<Partial<Record<Reason, string>>>
  // biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
  examples: readonly Example<any, any>[]
  timeout_ms: number
  idempotent: boolean
  costly?: string
  list: boolean
  transient: boolean
  partial: boolean
  dry_run: boolean
  body?: StreamedBody
  versioned: boolean
  deciders_only?: true
  upload?: UploadSpec
  uploads?: UploadsSpec
  max_body: number
  success: readonly [number, ...number[]]
  // biome-ignore-start lint/suspicious/noExplicitAny: the contract's erased types
  assertAvailable?: (client: any) => void
  message?: (input: any) => string
  confirmation_details?: (input: any) => Record<string, unknown>
  markdown?: (output: any) => string
  // biome-ignore-end lint/suspicious/noExplicitAny: the contract's erased types
  aliases: readonly Alias[]
  group?: string
  see_also: readonly string[]
  asked_as: AskedAs
  deprecated?: Deprecation
  job?: BulkAdapter
  // biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
  handler: (input: any, call: Call<any, any>) => Promise<unknown>
}

export function defineOperation<
  Client,
  Input extends TObject,
  Output extends TObject,
  const R extends Route,
  const Why extends Reason = never,
  const Lists extends boolean = false,
  const Dry extends boolean = false
  // biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
>(tool: Tool<Client, any>, spec: OperationSpec<Client, Input, Output, Why, R, Lists, Dry>): Operation {
  return {
    core: false,
    requires: [],
    see_also: [],
    asked_as: {},
    timeout_ms: 30_000,
    max_body: DEFAULT_MAX_BODY,
    idempotent: highestPermission(spec.permission) === 'read',
    ...spec,
    success: spec.success ?? [200],
    list: spec.list ?? false,
    transient: spec.transient ?? false,
    partial: spec.partial ?? spec.list ?? false,
    dry_run: spec.dry_run ?? false,
    versioned: spec.versioned ?? false,
    aliases: (spec.aliases ?? []).map(alias => (typeof alias === 'string' ? { name: alias } : alias)),
    permission: erased(spec.permission),
    kind: 'operation',
    tool,
    id: `${tool.name}_${spec.name}`
  }
}

/** Returns the highest permission that any input of the operation needs. */
export function highestPermission(permission: PermissionRule<never>): Permission {
  return typeof permission === 'string' ? permission : permission.maximum
}

/** Returns the lowest permission that any input of the operation needs. A caller without it is refused before the input is read. */
export function lowestPermission(permission: PermissionRule<never>): Permission {
  return typeof permission === 'string' ? permission : (permission.minimum ?? 'read')
}

/** Whether a permission includes the other and more. */
export const isHigher = (permission: Permission, other: Permission): boolean => PERMISSIONS.indexOf(permission) > PERMISSIONS.indexOf(other)

/** Returns the permission that this input needs. */
export function permissionOf(operation: Operation, input: Record<string, unknown>): Permission {
  return typeof operation.permission === 'string' ? operation.permission : operation.permission.of(input)
}

// biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
const erased = (permission: PermissionRule<any>): PermissionRule<any> => permission

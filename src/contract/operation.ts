import type { Static, TObject } from 'typebox'
import type { BulkAdapter } from './bulk.ts'
import type { CommonReason, Reason } from './errors.ts'
import type { Example } from './examples.ts'
import type { Call } from './handed.ts'
import type { Alias, Deprecation } from './other-names.ts'
import type { Requirement } from './requires.ts'
import type { PathFits, Route } from './route.ts'
import type { Answered } from './stream.ts'
import type { AnyTool, Tool } from './tool.ts'
import type { StreamedBody, UploadSpec } from './upload.ts'

/** What a call may do, each more than the one before. */
export const PERMISSIONS = ['read', 'write', 'destructive'] as const
export type Permission = (typeof PERMISSIONS)[number]

/** Fixed, or decided by the input below a ceiling that the surfaces show. */
export type PermissionRule<Input> =
  | Permission
  | {
      ceiling: Permission
      of: (input: Input) => Permission
      /** Whatever is not read waits for confirm: true, also where the policy would not ask. */
      asks?: boolean
    }

/** What the contract adds to the input of a list. */
export interface ListInput {
  limit: number
  cursor?: string
}

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
  /** snake_case; the file is named the same with hyphens. */
  name: string
  /** Among what users need most: in the default pack of its system. Default false. */
  core?: boolean
  /** ≤ 300 characters. */
  summary: string
  /** When to use it and when not, and what it answers. ≤ 1,024 characters. */
  description: string
  permission: PermissionRule<Static<Input>>
  http: R & PathFits<R, Input>
  /** One flat object; every property described. A property with a default is not Optional. */
  input: Input
  output: Output
  requires?: readonly Requirement[]
  /** Names that callers may know from elsewhere for what is said otherwise here, each with what to use: told to who gives them. */
  instead?: Readonly<Record<string, string>>
  /** What it adds to the common reasons, each with a sentence that says when. */
  errors: Readonly<Record<Why, string>>
  examples: readonly Example<Static<Input> & ReservedInput<Lists, Dry>, Static<Output>, NoInfer<Why> | CommonReason>[]
  /** Default 30,000. */
  timeout_ms?: number
  /** Whether a second equal call changes nothing more. Default: permission is read. */
  idempotent?: boolean
  /** Asks for `confirm: true`; the sentence says what it costs. */
  costly?: string
  /** Answers `items`, `next_cursor` and `total`; the contract adds limit, cursor, max_items, fields and on_timeout. */
  list?: Lists
  /** What it answers may not be kept, as its vendor says: no call of it is made as a job, which would keep that for days. */
  transient?: boolean
  /** Can be cut short at the deadline (trees, searches): the contract adds on_timeout. Lists always can. */
  partial?: boolean
  /** Over REST its body may also be this, of any length: the handler reads it as it comes, from `call.body`. The rest of the input is in the query string then. */
  body?: StreamedBody
  /** The handler tells a version with `call.respond({ etag })`: REST then honours If-None-Match. */
  versioned?: boolean
  /** Throws where the instance cannot do it whatever the input, since its operator switched it off: nobody is asked to confirm what cannot be. */
  usable?: (client: Client) => void
  /** The handler honours `dry_run`: it checks all and changes nothing. The contract adds the property. */
  dry_run?: Dry
  /** It takes a file: `call.file()` is it, whichever way it came. */
  upload?: UploadSpec
  /** Success statuses, the usual one first. Default [200]. */
  success?: readonly [number, ...number[]]
  /** Plain words for who must approve it. */
  message?: (input: Static<Input> & ReservedInput<Lists, Dry>) => string
  /** Facts beside the message for whoever must approve it: details of the refusal of a call that is not confirmed. */
  shows?: (input: Static<Input> & ReservedInput<Lists, Dry>) => Record<string, unknown>
  /** The answer for an assistant to read. */
  markdown?: (output: Static<Output>) => string
  aliases?: readonly (string | Alias)[]
  group?: string
  see_also?: readonly string[]
  deprecated?: Deprecation
  /** What its handler makes jobs of, which a worker finds by the id of the operation. */
  job?: BulkAdapter
  handler: (input: Static<Input> & ReservedInput<Lists, Dry>, call: Call<Client, Why>) => Promise<Answered<Output>>
}

/** What surfaces and the catalog hold: any operation, its types forgotten, its defaults filled in. */
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
  instead?: Readonly<Record<string, string>>
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
  upload?: UploadSpec
  success: readonly [number, ...number[]]
  // biome-ignore-start lint/suspicious/noExplicitAny: the contract's erased types
  usable?: (client: any) => void
  message?: (input: any) => string
  shows?: (input: any) => Record<string, unknown>
  markdown?: (output: any) => string
  // biome-ignore-end lint/suspicious/noExplicitAny: the contract's erased types
  aliases: readonly Alias[]
  group?: string
  see_also: readonly string[]
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
    timeout_ms: 30_000,
    idempotent: ceilingOf(spec.permission) === 'read',
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

/** The most an operation may do, whatever its input. */
export function ceilingOf(permission: PermissionRule<never>): Permission {
  return typeof permission === 'string' ? permission : permission.ceiling
}

/** What this call would do. */
export function permissionOf(operation: Operation, input: Record<string, unknown>): Permission {
  return typeof operation.permission === 'string' ? operation.permission : operation.permission.of(input)
}

// biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
const erased = (permission: PermissionRule<any>): PermissionRule<any> => permission

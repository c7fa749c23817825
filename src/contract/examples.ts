import type { Reason } from './errors.ts'

/** What must happen before an example: this operation is called with this input, and of its answer the property named on the right becomes the input property on the left. */
export type Given = { operation: string; input: Record<string, unknown>; as: Readonly<Record<string, string>> }
export type GoodExample<Input, Output> = {
  name: string
  summary: string
  given?: Given
  /** Why the catalog's test cannot ask the running system for it, and a test of its own does. */
  tested_elsewhere?: string
  input: Partial<Input>
  output: Output
}
export type BadExample<Why> = {
  name: string
  summary: string
  given?: Given
  input: Record<string, unknown>
  error: { reason: Why; message?: string }
}
export type Example<Input, Output, Why = Reason> = GoodExample<Input, Output> | BadExample<Why>

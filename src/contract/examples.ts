import type { Reason } from './errors.ts'

/** A call that runs before an example. `as` maps input properties of the example to the properties of its response that fill them. */
export type ExampleSetup = { operation: string; input: Record<string, unknown>; as: Readonly<Record<string, string>> }

export type SuccessExample<Input, Output> = {
  name: string
  summary: string
  given?: ExampleSetup
  /** Why the test of the catalog cannot run it against the sandbox. A test of its own does. */
  tested_elsewhere?: string
  input: Partial<Input>
  output: Output
}

type ErrorExample<Why> = {
  name: string
  summary: string
  given?: ExampleSetup
  input: Record<string, unknown>
  error: { reason: Why; message?: string }
}

export type Example<Input, Output, Why = Reason> = SuccessExample<Input, Output> | ErrorExample<Why>

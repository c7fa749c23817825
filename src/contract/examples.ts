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

interface Examples {
  // biome-ignore lint/suspicious/noExplicitAny: the contract's erased types
  examples: readonly Example<any, any>[]
}

/** The one example that stands for an operation: the first good one that works as it stands, where there is such a one. */
export function shownExample({ examples }: Examples): GoodExample<Record<string, unknown>, unknown> | undefined {
  const good = examples.filter(example => 'output' in example)
  const working = good.filter(({ tested_elsewhere }) => tested_elsewhere === undefined)
  return working.find(({ given }) => given === undefined) ?? working[0] ?? good[0]
}

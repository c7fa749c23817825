import { isRow, type Row } from '../../../lib/row.ts'

/** Names whose values let one in: `runners_token`, `ci_job_token`, `private_key`. */
const SECRET = /(^|_)(token|password|secret|private_key)$/

/** A thing with all that GitLab tells, but for what lets one in. */
export function redacted(row: Row): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, SECRET.test(name) && value !== null ? '[redacted]' : deep(value)])
  )
}

function deep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(deep)
  return isRow(value) ? redacted(value) : value
}

/** Tokens of GitLab by their prefix, and credentials within an address, as they are found in logs. */
const TOKENS = /\b(?:gl(?:pat|oas|dt|rt|cbt|ptt|ft|imt|agent|soat|ffct)-[\w-]{8,}|(?<=:\/\/[^\s/:@]{1,100}:)[^\s/@]+(?=@))/g

export const withoutTokens = (text: string): string => text.replace(TOKENS, '[redacted]')

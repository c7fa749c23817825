import type { Issue } from '../../../contract/errors.ts'
import { isRow, type Row } from '../../../lib/row.ts'

/** What a refusal says: a sentence, and what of it is about single properties. */
export interface Said {
  text: string
  issues: Issue[]
  /** The scope that the token lacks, in GitLab's word. */
  scope?: string
}

/**
 * Reads the body of a refusal, of whichever shape: `message` as text, list, or object of lists, also nested; `error` as text, with or without
 * `error_description` and `scope`; or no JSON at all.
 */
export function saidIn(body: string): Said {
  const row = parsed(body)
  if (row === undefined) return { text: withoutMarkup(body), issues: [] }
  const { message = row['error_description'] ?? row['error'], scope } = row
  const issues = isRow(message) ? issuesIn(message, '') : []
  const text =
    issues.length > 0 ? issues.map(({ path, message }) => (path === '' ? message : `${path} ${message}`)).join('; ') : flat(message)
  return { text: text || flat(row['error']), issues, ...(typeof scope === 'string' && { scope }) }
}

/** `base` is about the whole; below a nested object the names are put together. */
function issuesIn(row: Row, above: string): Issue[] {
  return Object.entries(row).flatMap(([name, value]) => {
    const path = name === 'base' || name === 'error' ? above : above === '' ? name : `${above}.${name}`
    if (isRow(value)) return issuesIn(value, path)
    return (Array.isArray(value) ? value : [value])
      .map(flat)
      .filter(Boolean)
      .map(message => ({ path, message }))
  })
}

function flat(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(flat).filter(Boolean).join('; ')
  return isRow(value) ? JSON.stringify(value) : value === undefined || value === null ? '' : String(value)
}

function parsed(body: string): Row | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return isRow(value) ? value : undefined
  } catch {
    return undefined
  }
}

const withoutMarkup = (body: string): string =>
  body
    .replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

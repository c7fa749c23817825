import type { Body, Comment, Page } from '../../schemas.ts'
import type { ConfluenceCall } from '../request.ts'
import { runTextTask } from './text-tasks.ts'

/** A page or comment with its raw body. */
type Bodied = Pick<Page, 'id' | 'title' | 'body'> | Pick<Comment, 'id' | 'title' | 'body'>

/** Returns warnings about text in raw bodies that readers do not see. The bodies stay unchanged, because they may be edited and sent back. */
export async function hiddenWarnings(
  items: readonly Bodied[],
  call: Pick<ConfluenceCall, 'caller' | 'signal' | 'client'>
): Promise<string[]> {
  const bodied = items.flatMap(({ id, body }) => rawTexts(body).map(text => ({ id, text })))
  if (bodied.length === 0) return []
  const texts = bodied.map(({ text }) => text)
  // A body that cannot be checked may hide text. The check must not fail a call that may already have written.
  const found = await runTextTask('hiddenIn', texts, call).catch(() => undefined)
  const ids = new Set(bodied.flatMap(({ id }, at) => (found === undefined || found.includes(at) ? [id] : [])))
  return ids.size === 0 ? [] : [holdsHidden([...ids])]
}

/** Returns the page or comment, with a warning if its body contains text that readers do not see. */
export async function warned<T extends Bodied>(item: T, call: ConfluenceCall): Promise<T> {
  for (const warning of await hiddenWarnings([item], call)) call.warn(warning)
  return item
}

/** The same for a list. */
export async function allWarned<T extends { items: Bodied[] }>(listed: T, call: ConfluenceCall): Promise<T> {
  for (const warning of await hiddenWarnings(listed.items, call)) call.warn(warning)
  return listed
}

const holdsHidden = (ids: readonly string[]): string =>
  `The body of ${ids.join(', ')} contains, or may contain, text that is hidden from readers: confluence_get_page with content_format markdown omits such text of a page.`

function rawTexts(body: Body | string | null): string[] {
  if (body === null || typeof body === 'string') return body ? [body] : []
  return Object.entries(body).flatMap(([format, part]) => (format !== 'markdown' && part ? [part.value] : []))
}

import { OperationError } from '../../../contract/errors.ts'
import { misgiven } from '../../../lib/misgiven.ts'
import type { Page } from '../schemas.ts'
import { aside, type Who } from './aside.ts'
import type { Written } from './page-source.ts'

/** The body of a page that was read for it. Throws where Confluence did not tell it: what is not known must not pass for empty, and be written. */
export function storageIn({ id, body }: Pick<Page, 'id' | 'body'>): string {
  if (body?.storage) return body.storage.value
  throw new OperationError('server_error', `Confluence did not tell the body of the page ${id}: nothing was done with it.`, {
    source: 'upstream',
    outcome: 'not_executed',
    untold: 'body'
  })
}

/** Whether the page alone is to blame, though it be the system that failed: the others of a job go on. */
export const isOfPage = ({ details }: OperationError): boolean => details['untold'] === 'body'

export type WriteFormat = 'storage' | 'wiki' | 'markdown' | 'view'

/** What is written, as Confluence takes it. `before`: the page that it takes the place of, whose macros Markdown could not say. */
export async function written(content: string, format: WriteFormat, who: Who, before?: Pick<Page, 'id' | 'body'>): Promise<Written> {
  if (format === 'wiki') return { representation: 'wiki', value: content }
  const value = format === 'markdown' ? await storageOf(content, before ? storageIn(before) : '', who) : content
  await checkStorage(value, who)
  return { representation: 'storage', value }
}

async function storageOf(markdown: string, before: string, who: Who): Promise<string> {
  const converted = await aside('fromMarkdown', [markdown, before], who)
  if ('destroyed' in converted) throw wouldDestroy(converted.destroyed)
  if ('storage' in converted) return converted.storage
  throw misgiven(
    'content',
    `has ${converted.macro}, which Markdown cannot say`,
    'content_format storage for macros; in Markdown they can only be shown, as `code`'
  )
}

const wouldDestroy = (macros: readonly string[]): OperationError =>
  new OperationError('cannot_be_honoured', `Markdown would destroy what it cannot say: the page has ${macros.slice(0, 10).join(', ')}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: ['Read the page with content_format storage, change that, and send it back as storage.']
  })

/** Refuses storage that Confluence could not read, before it is sent. */
async function checkStorage(storage: string, who: Who): Promise<void> {
  const fault = await aside('faultIn', [storage], who)
  if (!fault) return
  throw misgiven(
    'content',
    `is not well-formed at line ${fault.line}, column ${fault.column}: ${fault.message}`,
    'XHTML: every tag closed (<br />), & written as &amp;, < as &lt;, attributes in quotes'
  )
}

import { OperationError } from '../../../../contract/errors.ts'
import { invalidField } from '../../../../lib/invalid-field.ts'
import type { Page } from '../../schemas.ts'
import type { Confluence } from '../connection.ts'
import { onlyCloud } from '../failures.ts'
import type { Written } from '../pages/page-source.ts'
import type { Site } from '../settings.ts'
import { runTextTask, type TaskCall } from './text-tasks.ts'

/** Returns the body in storage format. Throws if Confluence did not return it: a missing body must not be treated as empty and written back. */
export function storageIn({ id, body }: Pick<Page, 'id' | 'body'>): string {
  if (body?.storage) return body.storage.value
  throw new OperationError('server_error', `Confluence did not return the body of the page ${id}. It was left unchanged.`, {
    source: 'upstream',
    outcome: 'not_executed',
    missing: 'body'
  })
}

/** Whether an error concerns only one page although its code is that of the system: a job continues with the others. */
export const isOfPage = ({ details }: OperationError): boolean => details['missing'] === 'body'

export type WriteFormat = 'storage' | 'wiki' | 'markdown' | 'atlas_doc_format' | 'view'

/** What content replaces. `mayRemove`: the caller knows what the marked blocks of its Markdown are, because it read this version. */
export interface Replaced {
  before: string
  mayRemove: boolean
}

/** Converts content for Confluence. Markdown keeps what it does not change of the content it replaces. */
export async function written(
  { site }: Pick<Confluence, 'site'>,
  content: string,
  format: WriteFormat,
  who: TaskCall,
  replaced?: Replaced
): Promise<Written> {
  if (format === 'wiki') return { representation: 'wiki', value: content }
  if (format === 'atlas_doc_format') {
    checkFormat(site, format)
    const fault = await runTextTask('faultInAdf', [content], who)
    if (fault !== undefined) throw invalidField('content', fault, 'ADF, such as {"type":"doc","version":1,"content":[]}')
    return { representation: format, value: content }
  }
  const value = format === 'markdown' ? await storageOf(content, replaced, who) : content
  await checkStorage(value, who)
  return { representation: 'storage', value }
}

/** Refuses a format that the deployment does not have. */
export function checkFormat({ deployment }: Site, format: string | undefined): void {
  if (format === 'atlas_doc_format' && deployment !== 'cloud')
    throw onlyCloud('The format ADF (atlas_doc_format)', 'Use content_format storage or markdown.')
}

async function storageOf(
  markdown: string,
  { before, mayRemove }: Replaced = { before: '', mayRemove: true },
  who: TaskCall
): Promise<string> {
  const converted = await runTextTask('fromMarkdown', [markdown, before], who)
  if ('storage' in converted) {
    if (converted.removed.length > 0 && !mayRemove) throw wouldDestroy(converted.removed)
    return converted.storage
  }
  throw unwritableMacro(converted.macro)
}

/** The error for a macro that Markdown contains as text. */
export const unwritableMacro = (macro: string): OperationError =>
  invalidField(
    'content',
    `has ${macro}, which Markdown cannot express`,
    'a marked block, ```{=storage} … ``` or `…`{=storage}; in Markdown as text, only as `code`'
  )

export const wouldDestroy = (macros: readonly string[]): OperationError =>
  new OperationError('cannot_be_honoured', `Markdown would destroy macros of the page: ${macros.slice(0, 10).join(', ')}.`, {
    source: 'gateway',
    outcome: 'not_executed',
    suggestions: [
      'Read the page with content_format markdown, keep its marked blocks ({=storage}), and send it back. To remove them, also send expected_version.'
    ]
  })

/** Refuses storage format that Confluence could not parse, before it is sent. */
export async function checkStorage(storage: string, who: TaskCall): Promise<void> {
  const fault = await runTextTask('faultIn', [storage], who)
  if (!fault) return
  throw invalidField(
    'content',
    `is not well-formed at line ${fault.line}, column ${fault.column}: ${fault.message}`,
    'XHTML: every tag closed (<br />), & written as &amp;, < as &lt;, attributes in quotes'
  )
}

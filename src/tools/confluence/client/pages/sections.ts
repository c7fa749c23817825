import { OperationError } from '../../../../contract/errors.ts'
import { invalidField } from '../../../../lib/invalid-field.ts'
import type { Page } from '../../schemas.ts'
import type { Confluence } from '../connection.ts'
import { checkStorage, storageIn, unwritableMacro, wouldDestroy } from '../content/content.ts'
import type { SECTION_POSITIONS, SectionResult } from '../content/markdown/section.ts'
import { runTextTask } from '../content/text-tasks.ts'
import { impossible } from '../failures.ts'
import { findPage, type PageName } from './pages.ts'
import { checkVersion, editPage, type WriteCall } from './write.ts'

export interface SectionChange extends PageName {
  heading: string
  occurrence?: number
  position: (typeof SECTION_POSITIONS)[number]
  content: string
  content_format: 'markdown' | 'storage'
  expected_version?: number
  version_message?: string
  minor_edit?: boolean
}

/** Changes one section of a page. If another user changes the page in the meantime, nothing is written. */
export async function updateSection(confluence: Confluence, input: SectionChange, call: WriteCall) {
  const { heading, occurrence, position, content, content_format, expected_version, version_message, minor_edit, ...name } = input
  const page = await findPage(confluence, name, { format: 'storage' }, call)
  await checkVersion(confluence, page, expected_version)
  if (content_format === 'storage') await checkStorage(content, call)
  const edit = { heading, occurrence, position, content, isMarkdown: content_format === 'markdown' }
  const result = await runTextTask('editSection', [storageIn(page), edit], call)
  if (!('storage' in result)) throw refused(result, page, heading)
  if (result.removed.length > 0 && expected_version === undefined) throw wouldDestroy(result.removed)
  const { storage } = result
  await checkStorage(storage, call)
  if (storage === storageIn(page)) call.warn('The section is already the same: no version was written.')
  const body = { representation: 'storage' as const, value: storage }
  const number = page.version.number + 1
  const written =
    storage === storageIn(page)
      ? page
      : await editPage(confluence, { page, number, title: page.title, body, message: version_message, minor_edit }, call)
  return {
    id: written.id,
    title: written.title,
    space_key: page.space.key,
    version: written.version,
    heading,
    position,
    changed: written !== page,
    frontend_url: written.metadata.frontend_url
  }
}

function refused(result: Exclude<SectionResult, { storage: string }>, { id, title }: Page, heading: string): OperationError {
  if ('macro' in result) return unwritableMacro(result.macro)
  if ('several' in result)
    return new OperationError('text_not_unique', `The page "${title}" (${id}) has ${result.several} headings "${heading}".`, {
      source: 'gateway',
      outcome: 'not_executed',
      suggestions: [`Set occurrence to the one you mean, 1 to ${result.several}.`]
    })
  if ('headings' in result)
    return invalidField(
      'heading',
      `is not a heading of the page "${title}" (${id})`,
      result.headings.length === 0 ? 'a page with headings: this one has none' : `one of: ${result.headings.join('; ').slice(0, 2000)}`
    )
  return impossible(
    `The storage format of the page "${title}" (${id}) is not well-formed: its sections cannot be found.`,
    'Read the page with content_format storage, and send the whole body.'
  )
}

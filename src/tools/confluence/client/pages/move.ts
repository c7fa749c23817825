import { OperationError } from '../../../../contract/errors.ts'
import { segment } from '../../../../lib/http/segment.ts'
import { invalidField } from '../../../../lib/invalid-field.ts'
import type { Page } from '../../schemas.ts'
import type { Confluence } from '../connection.ts'
import { storageIn } from '../content/content.ts'
import { impossible } from '../failures.ts'
import { postLabels } from '../labels.ts'
import { type ConfluenceCall, v1 } from '../request.ts'
import { pageOf } from '../shapes-v1.ts'
import { getSpace } from '../spaces/spaces.ts'
import { findPage } from './pages.ts'
import { pagesOf } from './sources.ts'
import { editPage, furtherStep, type Incomplete, type WriteCall } from './write.ts'

export interface Move {
  page_id: string
  target_id?: string
  space_key?: string
  position: 'append' | 'before' | 'after'
}

/** Whether version 1 of the API is available for pages: Cloud removed it for tokens through the API gateway. */
const hasVersion1 = ({ site }: Confluence): boolean => site.deployment === 'cloud' && !site.gateway

const notInTree = (path: string): OperationError => invalidField(path, 'is a blog post, which has no position in the page tree', 'a page')

/** Returns the target page: the named one, or the home page of a space. `property`: the input that names the page. */
async function targetOf(
  confluence: Confluence,
  { target_id, space_key = '' }: Pick<Move, 'target_id' | 'space_key'>,
  property: 'target_id' | 'parent_id',
  call: ConfluenceCall
): Promise<Page> {
  if (target_id !== undefined) {
    const target = await findPage(confluence, { page_id: target_id }, { format: undefined }, call)
    if (target.type === 'blogpost') throw notInTree(property)
    return target
  }
  const { homepage } = await getSpace(confluence, { space_key, no_cache: false }, call)
  if (!homepage) throw impossible(`The space ${space_key} has no home page.`, `Set ${property} to a page instead of space_key.`)
  return await findPage(confluence, { page_id: homepage.id }, { format: undefined }, call)
}

export async function movePage(confluence: Confluence, { page_id, position, ...to }: Move, call: ConfluenceCall): Promise<Page> {
  const page = await findPage(confluence, { page_id }, { format: 'storage' }, call)
  if (page.type === 'blogpost') throw notInTree('page_id')
  const target = await targetOf(confluence, to, 'target_id', call)
  if (hasVersion1(confluence)) {
    const path = `${v1('content')}/${segment(page_id, 'page_id')}/move/${position}/${segment(target.id)}`
    await confluence.send({ method: 'PUT', path, subject: { kind: 'page', name: page_id } }, call)
    return await readAgain(confluence, page, { target, position }, call)
  }
  if (position !== 'append')
    throw impossible(`This Confluence cannot move a page ${position} another one.`, 'Move it below a page: set position to append.')
  if (confluence.site.gateway && target.space.key !== page.space.key)
    throw impossible(
      'A scoped or OAuth token cannot move a page to another space.',
      'Copy it there, or use an email address and a classic API token.'
    )
  const moved = { page, number: page.version.number + 1, title: page.title, body: undefined, parent_id: target.id }
  const now = await editPage(confluence, moved, call)
  if (now.space.key !== '' && now.space.key !== target.space.key)
    call.warn(`Confluence did not move the page out of the space ${now.space.key}.`)
  return { ...now, body: null }
}

/** The page is already moved: if it cannot be read again, returns its known properties. */
async function readAgain(
  confluence: Confluence,
  page: Page,
  { target, position }: { target: Page; position: Move['position'] },
  call: ConfluenceCall
): Promise<Page> {
  try {
    return await findPage(confluence, { page_id: page.id }, { format: undefined }, call)
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    call.warn(`The page was moved, but could not be read again: except for its position, this is its previous state. ${error.message}`)
    return { ...page, space: target.space, parent_id: position === 'append' ? target.id : target.parent_id, body: null }
  }
}

export interface Copy {
  page_id: string
  title: string
  parent_id?: string
  space_key?: string
  copy_attachments: boolean
  copy_labels: boolean
}

export async function copyPage(confluence: Confluence, input: Copy, call: WriteCall): Promise<Page & { incomplete: Incomplete }> {
  const { page_id, title, copy_attachments, copy_labels } = input
  const page = await findPage(confluence, { page_id }, { format: 'storage' }, call)
  if (page.type === 'blogpost' && input.parent_id !== undefined) throw notInTree('page_id')
  const parent =
    input.parent_id === undefined && input.space_key === undefined
      ? undefined
      : await targetOf(
          confluence,
          { ...(input.parent_id !== undefined && { target_id: input.parent_id }), space_key: input.space_key ?? '' },
          'parent_id',
          call
        )
  const parent_id = parent?.id ?? page.parent_id ?? undefined
  if (hasVersion1(confluence) && parent_id !== undefined && page.type === 'page') {
    const json = {
      copyAttachments: copy_attachments,
      copyLabels: copy_labels,
      destination: { type: 'parent_page', value: parent_id },
      pageTitle: title
    }
    const expand = 'version,space,history,ancestors,metadata.labels'
    const request = { method: 'POST', path: `${v1('content')}/${segment(page_id, 'page_id')}/copy`, query: { expand }, json } as const
    return {
      ...pageOf(await confluence.row({ ...request, subject: { kind: 'page', name: page_id } }, call), confluence.site.base),
      incomplete: null
    }
  }
  if (copy_attachments) call.warn('Attachments were not copied: upload them to the copy.')
  const body = { representation: 'storage' as const, value: storageIn(page) }
  const draft = { type: page.type, title, space_key: parent?.space.key ?? page.space.key, parent_id, body }
  const copy = await pagesOf(confluence).create(confluence, draft, call)
  const labels = copy_labels ? (page.metadata.labels ?? []).map(({ name }) => name) : []
  const incomplete = labels.length === 0 ? null : await furtherStep('labels', own => postLabels(confluence, copy.id, labels, own), call)
  return { ...copy, incomplete }
}

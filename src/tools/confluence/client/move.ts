import { OperationError } from '../../../contract/errors.ts'
import { misgiven } from '../../../lib/misgiven.ts'
import type { Page } from '../schemas.ts'
import type { Confluence } from './connection.ts'
import { storageIn } from './content.ts'
import { impossible } from './failures.ts'
import { putLabels } from './labels.ts'
import { findPage } from './pages.ts'
import { segment, type Turn, v1 } from './request.ts'
import { pageOf } from './shapes-v1.ts'
import { pagesOf } from './sources.ts'
import { getSpace } from './spaces.ts'
import { editPage, further, type Incomplete, type WriteTurn } from './write.ts'

export interface Move {
  page_id: string
  target_id?: string
  space_key?: string
  position: 'append' | 'before' | 'after'
}

/** Whether version 1 may be used for pages: on Cloud it was taken away from tokens that come through the gateway. */
const hasVersion1 = ({ site }: Confluence): boolean => site.deployment === 'cloud' && !site.gateway

const noPlace = (path: string): OperationError => misgiven(path, 'is a blog post, which has no place among pages', 'a page')

/** The page to move to: one that is named, or the home page of a space. */
async function targetOf(
  confluence: Confluence,
  { target_id, space_key = '' }: Pick<Move, 'target_id' | 'space_key'>,
  turn: Turn
): Promise<Page> {
  if (target_id !== undefined) {
    const target = await findPage(confluence, { page_id: target_id }, { format: undefined }, turn)
    if (target.type === 'blogpost') throw noPlace('target_id')
    return target
  }
  const { homepage } = await getSpace(confluence, { space_key, no_cache: false }, turn)
  if (!homepage) throw impossible(`The space ${space_key} has no home page to move to.`, 'Name a page with target_id.')
  return await findPage(confluence, { page_id: homepage.id }, { format: undefined }, turn)
}

export async function movePage(confluence: Confluence, { page_id, position, ...to }: Move, turn: Turn): Promise<Page> {
  const page = await findPage(confluence, { page_id }, { format: 'storage' }, turn)
  if (page.type === 'blogpost') throw noPlace('page_id')
  const target = await targetOf(confluence, to, turn)
  if (hasVersion1(confluence)) {
    const path = `${v1('content')}/${segment(page_id)}/move/${position}/${segment(target.id)}`
    await confluence.send({ method: 'PUT', path, about: { kind: 'page', name: page_id } }, turn)
    return await readAgain(confluence, page, { target, position }, turn)
  }
  if (position !== 'append')
    throw impossible(`This Confluence cannot move a page ${position} another one.`, 'Move it below a page: position append.')
  if (confluence.site.gateway && target.space.key !== page.space.key)
    throw impossible(
      'A scoped or OAuth token cannot move a page to another space.',
      'Copy it there, or use an e-mail and a classic API token.'
    )
  const moved = { page, number: page.version.number + 1, title: page.title, body: undefined, parent_id: target.id }
  const now = await editPage(confluence, moved, turn)
  if (now.space.key !== '' && now.space.key !== target.space.key) turn.warn(`Confluence left the page in the space ${now.space.key}.`)
  return { ...now, body: null }
}

/** The page is moved already: where it cannot be read again, what is known of it is told. */
async function readAgain(
  confluence: Confluence,
  page: Page,
  { target, position }: { target: Page; position: Move['position'] },
  turn: Turn
): Promise<Page> {
  try {
    return await findPage(confluence, { page_id: page.id }, { format: undefined }, turn)
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    turn.warn(`The page was moved; but for its place this is as it was before, since it could not be read again. ${error.message}`)
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

export async function copyPage(confluence: Confluence, input: Copy, turn: WriteTurn): Promise<Page & { incomplete: Incomplete }> {
  const { page_id, title, copy_attachments, copy_labels } = input
  const page = await findPage(confluence, { page_id }, { format: 'storage' }, turn)
  if (page.type === 'blogpost' && input.parent_id !== undefined) throw noPlace('page_id')
  const parent =
    input.parent_id === undefined && input.space_key === undefined
      ? undefined
      : await targetOf(
          confluence,
          { ...(input.parent_id !== undefined && { target_id: input.parent_id }), space_key: input.space_key ?? '' },
          turn
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
    const request = { method: 'POST', path: `${v1('content')}/${segment(page_id)}/copy`, query: { expand }, json } as const
    return {
      ...pageOf(await confluence.row({ ...request, about: { kind: 'page', name: page_id } }, turn), confluence.site.base),
      incomplete: null
    }
  }
  if (copy_attachments) turn.warn('This Confluence copies no attachments: upload them to the copy.')
  const body = { representation: 'storage' as const, value: storageIn(page) }
  const draft = { type: page.type, title, space_key: parent?.space.key ?? page.space.key, parent_id, body }
  const copy = await pagesOf(confluence).create(confluence, draft, turn)
  const labels = copy_labels ? (page.metadata.labels ?? []).map(({ name }) => name) : []
  const incomplete = labels.length === 0 ? null : await further('labels', own => putLabels(confluence, copy.id, labels, own), turn)
  return { ...copy, incomplete }
}

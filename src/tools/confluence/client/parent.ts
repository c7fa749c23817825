import { OperationError } from '../../../contract/errors.ts'
import { misgiven } from '../../../lib/misgiven.ts'
import { text } from '../../../lib/row.ts'
import type { Page } from '../schemas.ts'
import type { Confluence } from './connection.ts'
import { findPage } from './pages.ts'
import { segment, type Turn, v2 } from './request.ts'
import { isUntold } from './where-told.ts'

/** What is to be put below the parent, or is there. */
interface Child {
  type: Page['type']
  space_key: string
}

/** A page goes below another one, or a folder, of its own space: to move it to another is move_page's to do, with its checks. */
export async function checkParent(confluence: Confluence, parent_id: string, { type, space_key }: Child, turn: Turn): Promise<void> {
  if (type === 'blogpost') throw misgiven('parent_id', 'is not for blog posts, which have no parent', 'a page, or no parent_id')
  const key = await spaceOf(confluence, parent_id, turn)
  if (key.toLowerCase() === space_key.toLowerCase()) return
  throw misgiven('parent_id', `is in the space ${key}`, `a page of the space ${space_key}; move_page moves to another space`)
}

async function spaceOf(confluence: Confluence, parent_id: string, turn: Turn): Promise<string> {
  try {
    return (await findPage(confluence, { page_id: parent_id }, { format: undefined }, turn)).space.key
  } catch (error) {
    const isFolder = error instanceof OperationError && error.reason === 'page_not_found' && confluence.site.deployment === 'cloud'
    const key = isFolder ? await spaceOfFolder(confluence, parent_id, turn) : undefined
    if (key === undefined) throw error
    confluence.allowance.check(turn.caller, key)
    return key
  }
}

function undefinedIfUntold(error: unknown): undefined {
  if (!isUntold(error)) throw error
}

/** Undefined where it is no folder, or none that the credential may see. */
async function spaceOfFolder(confluence: Confluence, id: string, turn: Turn): Promise<string | undefined> {
  const request = { path: v2(`folders/${segment(id)}`), about: { kind: 'page', name: id } } as const
  const folder = await confluence.row(request, turn).catch(undefinedIfUntold)
  return folder && (await confluence.spaces.byId(text(folder, 'spaceId'), turn)).key
}

import { OperationError } from '../../../../contract/errors.ts'
import { segment } from '../../../../lib/http/segment.ts'
import { invalidField } from '../../../../lib/invalid-field.ts'
import { text } from '../../../../lib/row.ts'
import type { Page } from '../../schemas.ts'
import type { Confluence } from '../connection.ts'
import { type ConfluenceCall, v2 } from '../request.ts'
import { isUnreadable } from './optional-parts.ts'
import { findPage } from './pages.ts'

/** The content to move below the parent, or that is already there. */
interface Child {
  type: Page['type']
  space_key: string
}

/** A page can be moved below a page or folder of its own space. Moving to another space is the task of move_page, with its checks. */
export async function checkParent(
  confluence: Confluence,
  parent_id: string,
  { type, space_key }: Child,
  call: ConfluenceCall
): Promise<void> {
  if (type === 'blogpost') throw invalidField('parent_id', 'is not for blog posts, which have no parent', 'a page, or no parent_id')
  const key = await spaceOf(confluence, parent_id, call)
  if (key.toLowerCase() === space_key.toLowerCase()) return
  throw invalidField('parent_id', `is in the space ${key}`, `a page of the space ${space_key}; use move_page to move to another space`)
}

async function spaceOf(confluence: Confluence, parent_id: string, call: ConfluenceCall): Promise<string> {
  try {
    return (await findPage(confluence, { page_id: parent_id }, { format: undefined }, call)).space.key
  } catch (error) {
    const isFolder = error instanceof OperationError && error.reason === 'page_not_found' && confluence.site.deployment === 'cloud'
    const key = isFolder ? await spaceOfFolder(confluence, parent_id, call) : undefined
    if (key === undefined) throw error
    confluence.spaceAccess.check(call.caller, key)
    return key
  }
}

function undefinedIfUntold(error: unknown): undefined {
  if (!isUnreadable(error)) throw error
}

/** Returns undefined if it is not a folder, or not visible to the credential. */
async function spaceOfFolder(confluence: Confluence, id: string, call: ConfluenceCall): Promise<string | undefined> {
  const request = { path: v2(`folders/${segment(id)}`), subject: { kind: 'page', name: id } } as const
  const folder = await confluence.row(request, call).catch(undefinedIfUntold)
  return folder && (await confluence.spaces.byId(text(folder, 'spaceId'), call)).key
}

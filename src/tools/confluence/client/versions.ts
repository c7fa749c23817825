import { OperationError } from '../../../contract/errors.ts'
import { below, type Row } from '../../../lib/row.ts'
import type { Page, Version } from '../schemas.ts'
import { aside } from './aside.ts'
import { placeOf } from './cloud/pages.ts'
import type { Confluence } from './connection.ts'
import { storageIn } from './content.ts'
import { inParallel } from './in-parallel.ts'
import { type Listed, list, type Paging, type Place, placeQuery, tell, type VendorPage, vendorPage } from './listing.ts'
import { findPage } from './pages.ts'
import { segment, type Turn, v1 } from './request.ts'
import { versionOf as versionOfV1 } from './shapes-v1.ts'
import { versionOf as versionOfV2 } from './shapes-v2.ts'
import { checkVersion, editPage } from './write.ts'

export async function listVersions(
  confluence: Confluence,
  { page_id, ...paging }: Paging & { page_id: string },
  turn: Turn
): Promise<Listed<Version>> {
  const page = await findPage(confluence, { page_id }, { format: undefined, anyStatus: true }, turn)
  const about = { kind: 'page', name: page_id } as const
  if (confluence.site.deployment === 'datacenter')
    return tell(await list(paging, page_id, (place, limit) => versionsDown(confluence, page, place, limit, turn), versionOrNone), turn)
  const ask = async (place: Place, limit: number) =>
    vendorPage(
      await confluence.send({ path: `${placeOf(page.type, page_id)}/versions`, query: { limit, ...placeQuery(place) }, about }, turn),
      place
    )
  return tell(await list(paging, page_id, ask, row => versionOfV2(row)), turn)
}

const versionOrNone = (row: Row): Version | undefined => (row['number'] === undefined ? undefined : versionOfV1(row))

/** Data Center lists no versions, but answers each: from the last one down. One that was deleted is passed over. */
async function versionsDown(
  confluence: Confluence,
  { id, version }: Page,
  { start }: Place,
  limit: number,
  turn: Turn
): Promise<VendorPage> {
  const first = version.number - start
  const numbers = Array.from({ length: Math.max(0, Math.min(limit, first)) }, (_, place) => first - place)
  const about = { kind: 'page', name: id } as const
  const rows = await inParallel(numbers, async number => {
    const query = { version: number, status: 'historical', expand: 'version' }
    return await confluence.row({ path: `${v1('content')}/${segment(id)}`, query, about }, turn).then(row => below(row, 'version'), ifGone)
  })
  return { rows, next: first > limit ? { start: start + rows.length } : undefined, total: version.number }
}

function ifGone(error: unknown): Row {
  if (error instanceof OperationError && error.code === 'NOT_FOUND_ERROR') return {}
  throw error
}

const COARSE =
  'The versions differ in too many lines to match them one by one: all between the first and the last change is told as taken out and put in.'

export interface Comparison {
  page_id: string
  from_version: number
  to_version?: number
  max_chars?: number
}

export async function compareVersions(confluence: Confluence, { page_id, from_version, to_version, max_chars }: Comparison, turn: Turn) {
  const read = (version: number | undefined) => findPage(confluence, { page_id }, { format: 'storage', version, anyStatus: true }, turn)
  const [from, to] = [await read(from_version), await read(to_version)]
  const [before, after] = [storageIn(from), storageIn(to)]
  const nameOf = ({ title, version }: Page): string => `${title} v${version.number}`
  const identical = before === after
  const { patch, added, removed, isCoarse } = await aside('differenceOf', [before, after, [nameOf(from), nameOf(to)]], turn)
  if (isCoarse) turn.warn(COARSE)
  return {
    page_id,
    from: { title: from.title, version: from.version },
    to: { title: to.title, version: to.version },
    identical,
    added,
    removed,
    diff: identical ? '' : cutLines(patch, max_chars, turn)
  }
}

function cutLines(diff: string, max_chars: number | undefined, turn: Turn): string {
  if (max_chars === undefined || diff.length <= max_chars) return diff
  const end = diff.lastIndexOf('\n', max_chars)
  const cut = diff.slice(0, end < 0 ? max_chars : end + 1)
  turn.truncate({ reason: 'size', omitted: diff.length - cut.length, hint: 'Raise max_chars for the rest of the diff.' })
  return cut
}

export interface Restore {
  page_id: string
  version: number
  expected_version?: number
  restore_title: boolean
  version_message?: string
}

/** An earlier version once more, as the next one: nothing in between is lost. */
export async function restoreVersion(confluence: Confluence, input: Restore, turn: Turn): Promise<Page> {
  const { page_id, version, expected_version, restore_title, version_message = `Restored version ${version}` } = input
  const page = await findPage(confluence, { page_id }, { format: 'storage' }, turn)
  await checkVersion(confluence, page, expected_version)
  const earlier = await findPage(confluence, { page_id }, { format: 'storage', version }, turn)
  const body = { representation: 'storage' as const, value: storageIn(earlier) }
  const title = restore_title ? earlier.title : page.title
  return await editPage(confluence, { page, number: page.version.number + 1, title, body, message: version_message }, turn)
}

import pMap from 'p-map'
import { ifMissing } from '../../../../contract/each-item.ts'
import { segment } from '../../../../lib/http/segment.ts'
import { below, type Row } from '../../../../lib/row.ts'
import type { Page, Version } from '../../schemas.ts'
import { contentPath } from '../cloud/pages.ts'
import { usersById } from '../cloud/users.ts'
import type { Confluence } from '../connection.ts'
import { storageIn } from '../content/content.ts'
import { runTextTask } from '../content/text-tasks.ts'
import { hiddenWarnings } from '../content/warn-hidden.ts'
import { type Listed, list, type Paging, type Position, positionQuery, report, type VendorPage, vendorPage } from '../listing.ts'
import { CONCURRENCY, type ConfluenceCall, v1 } from '../request.ts'
import { versionOf as versionOfV1 } from '../shapes-v1.ts'
import { versionOf as versionOfV2 } from '../shapes-v2.ts'
import { ifReadable } from './optional-parts.ts'
import { findPage } from './pages.ts'
import { checkVersion, editPage } from './write.ts'

export async function listVersions(
  confluence: Confluence,
  { page_id, ...paging }: Paging & { page_id: string },
  call: ConfluenceCall
): Promise<Listed<Version>> {
  const page = await findPage(confluence, { page_id }, { format: undefined, anyStatus: true }, call)
  const subject = { kind: 'page', name: page_id } as const
  if (confluence.site.deployment === 'datacenter')
    return report(
      await list(paging, page_id, (position, limit) => versionsDown(confluence, page, position, limit, call), versionOrNone),
      call
    )
  const fetchPage = async (position: Position, limit: number) =>
    vendorPage(
      await confluence.send(
        { path: `${contentPath(page.type, page_id)}/versions`, query: { limit, ...positionQuery(position) }, subject },
        call
      ),
      position
    )
  return await named(confluence, report(await list(paging, page_id, fetchPage, row => versionOfV2(row)), call), call)
}

/** Adds the names of authors, whose IDs alone Cloud returns. */
async function named(confluence: Confluence, listed: Listed<Version>, call: ConfluenceCall): Promise<Listed<Version>> {
  const ids = listed.items.flatMap(({ by }) => by?.account_id ?? [])
  const users = await ifReadable('names of authors', call, () => usersById(confluence, ids, call))
  const items = listed.items.map(version => ({ ...version, by: users?.get(version.by?.account_id ?? '') ?? version.by }))
  return { ...listed, items }
}

const versionOrNone = (row: Row): Version | undefined => (row['number'] === undefined ? undefined : versionOfV1(row))

/** Data Center cannot list versions, but returns each by number: counts down from the latest. Skips deleted versions. */
async function versionsDown(
  confluence: Confluence,
  { id, version }: Page,
  { start }: Position,
  limit: number,
  call: ConfluenceCall
): Promise<VendorPage> {
  const first = version.number - start
  const numbers = Array.from({ length: Math.max(0, Math.min(limit, first)) }, (_, position) => first - position)
  const subject = { kind: 'page', name: id } as const
  const read = (number: number): Promise<Row> => {
    const query = { version: number, status: 'historical', expand: 'version' }
    return confluence
      .row({ path: `${v1('content')}/${segment(id)}`, query, subject }, call)
      .then(row => below(row, 'version'), ifMissing({}))
  }
  const rows = await pMap(numbers, read, { concurrency: CONCURRENCY })
  return { rows, next: first > limit ? { start: start + rows.length } : undefined, total: version.number }
}

const COARSE =
  'Too many lines differ to match them one by one: everything between the first and the last change is shown as removed and added.'

export interface Comparison {
  page_id: string
  from_version: number
  to_version?: number
}

export async function compareVersions(confluence: Confluence, { page_id, from_version, to_version }: Comparison, call: ConfluenceCall) {
  const read = (version: number | undefined) => findPage(confluence, { page_id }, { format: 'storage', version, anyStatus: true }, call)
  const [from, to] = [await read(from_version), await read(to_version)]
  const [before, after] = [storageIn(from), storageIn(to)]
  const nameOf = ({ title, version }: Page): string => `${title} v${version.number}`
  const identical = before === after
  const { patch, added, removed, isCoarse } = await runTextTask('differenceOf', [before, after, [nameOf(from), nameOf(to)]], call)
  if (isCoarse) call.warn(COARSE)
  for (const warning of await hiddenWarnings([from, to], call)) call.warn(warning)
  return {
    page_id,
    from: { title: from.title, version: from.version },
    to: { title: to.title, version: to.version },
    identical,
    added,
    removed,
    diff: identical ? '' : patch
  }
}

export interface Restore {
  page_id: string
  version: number
  expected_version?: number
  restore_title: boolean
  version_message?: string
}

/** Writes an earlier version as the next one, so that the history stays complete. */
export async function restoreVersion(confluence: Confluence, input: Restore, call: ConfluenceCall): Promise<Page> {
  const { page_id, version, expected_version, restore_title, version_message = `Restored version ${version}` } = input
  const page = await findPage(confluence, { page_id }, { format: 'storage' }, call)
  await checkVersion(confluence, page, expected_version)
  const earlier = await findPage(confluence, { page_id }, { format: 'storage', version }, call)
  const body = { representation: 'storage' as const, value: storageIn(earlier) }
  const title = restore_title ? earlier.title : page.title
  return await editPage(confluence, { page, number: page.version.number + 1, title, body, message: version_message }, call)
}

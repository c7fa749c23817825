import { below, has, idOrNull, integerOrNull, type Row, rows, text, textOrNull } from '../../../lib/row.ts'
import type { Page } from '../schemas.ts'
import { placeOf } from './cloud/pages.ts'
import type { Confluence } from './connection.ts'
import { segment, type Turn, v1 } from './request.ts'
import { userOf } from './shapes-v1.ts'
import { allRows, whereTold } from './where-told.ts'

/** What of a page stands at places of its own, and is asked for only where it is wanted. */
export interface Parts {
  restrictions: boolean
  properties: boolean
}

export async function withParts(confluence: Confluence, page: Page, wanted: Parts, turn: Turn): Promise<Page> {
  const restrictions = wanted.restrictions
    ? await whereTold('restrictions', turn, () => restrictionsOf(confluence, page.id, turn))
    : page.restrictions
  const properties = wanted.properties
    ? await whereTold('metadata.properties', turn, () => propertiesOf(confluence, page, turn))
    : page.metadata.properties
  return { ...page, restrictions, metadata: { ...page.metadata, properties } }
}

/** Both deployments tell the users and groups of each operation unasked. */
async function restrictionsOf(confluence: Confluence, page_id: string, turn: Turn): Promise<Row> {
  const path = `${v1('content')}/${segment(page_id)}/restriction/byOperation`
  return restrictionsIn(await confluence.row({ path, about: { kind: 'page', name: page_id } }, turn))
}

/** Data Center is described with one more level than it answers: either is read. */
export function restrictionsIn(row: Row): Row {
  const byOperation = has(row, 'restrictions') ? below(row, 'restrictions') : row
  const allowedTo = (operation: string) => {
    const told = below(byOperation, operation, 'restrictions')
    return {
      users: rows(below(told, 'user'), 'results').flatMap(row => userOf(row) ?? []),
      groups: rows(below(told, 'group'), 'results').map(group => ({ id: idOrNull(group, 'id'), name: text(group, 'name') }))
    }
  }
  return { read: allowedTo('read'), update: allowedTo('update') }
}

async function propertiesOf(confluence: Confluence, { id, type }: Page, turn: Turn): Promise<Row> {
  const isCloud = confluence.site.deployment === 'cloud'
  const path = isCloud ? `${placeOf(type, id)}/properties` : `${v1('content')}/${segment(id)}/property`
  return propertiesIn(await allRows(confluence, 'metadata.properties', { path, about: { kind: 'page', name: id } }, turn))
}

/** By their keys. */
export const propertiesIn = (found: readonly Row[]): Row =>
  Object.fromEntries(
    found.map(property => [
      text(property, 'key'),
      { id: textOrNull(property, 'id'), value: property['value'] ?? null, version: integerOrNull(below(property, 'version'), 'number') }
    ])
  )

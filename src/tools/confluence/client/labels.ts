import type { Label } from '../schemas.ts'
import { placeOf } from './cloud/pages.ts'
import type { Confluence } from './connection.ts'
import { type Listed, list, type Paging, type Place, placeQuery, tell, vendorPage } from './listing.ts'
import { findPage } from './pages.ts'
import { segment, type Turn, v1 } from './request.ts'
import { labelOf, rowsOf } from './shapes-v1.ts'

const labelPath = (id: string): string => `${v1('content')}/${segment(id)}/label`

/** Puts labels on, beside those that are there. Only version 1 can; it still can for everybody. Answers all that are there. */
export async function putLabels(confluence: Confluence, id: string, names: readonly string[], turn: Turn): Promise<Label[]> {
  const json = names.map(name => ({ prefix: 'global', name }))
  const about = { kind: 'page', name: id } as const
  return rowsOf(await confluence.send({ method: 'POST', path: labelPath(id), json, about }, turn)).map(labelOf)
}

/** In the query, since as a part of the path a label with a slash would be another path. */
export async function dropLabel(confluence: Confluence, id: string, name: string, turn: Turn): Promise<void> {
  await confluence.send({ method: 'DELETE', path: labelPath(id), query: { name }, about: { kind: 'label', name } }, turn)
}

export interface LabelsQuestion extends Paging {
  page_id: string
  prefix?: 'global' | 'my' | 'team'
}

export async function listLabels(
  confluence: Confluence,
  { page_id, prefix, ...paging }: LabelsQuestion,
  turn: Turn
): Promise<Listed<Label>> {
  const { type } = await findPage(confluence, { page_id }, { format: undefined, anyStatus: true }, turn)
  const path = confluence.site.deployment === 'cloud' ? `${placeOf(type, page_id)}/labels` : labelPath(page_id)
  const about = { kind: 'page', name: page_id } as const
  const ask = async (place: Place, limit: number) =>
    vendorPage(await confluence.send({ path, query: { limit, prefix, ...placeQuery(place) }, about }, turn), place)
  return tell(await list(paging, [page_id, prefix], ask, labelOf), turn)
}

export async function addLabels(confluence: Confluence, { page_id, labels }: { page_id: string; labels: readonly string[] }, turn: Turn) {
  const page = await findPage(confluence, { page_id }, { format: undefined }, turn)
  const had = new Set((page.metadata.labels ?? []).map(({ name }) => name))
  const now = await putLabels(confluence, page_id, labels, turn)
  return { page_id, title: page.title, labels: now, changed: labels.some(name => !had.has(name.toLowerCase())) }
}

export async function removeLabel(confluence: Confluence, { page_id, label }: { page_id: string; label: string }, turn: Turn) {
  const page = await findPage(confluence, { page_id }, { format: undefined }, turn)
  // Confluence writes labels in small letters.
  const dropped = label.toLowerCase()
  await dropLabel(confluence, page_id, dropped, turn)
  const left = (page.metadata.labels ?? []).filter(({ name }) => name !== dropped)
  return { page_id, title: page.title, labels: left, changed: true }
}

import { segment } from '../../../lib/http/segment.ts'
import type { Label } from '../schemas.ts'
import { contentPath } from './cloud/pages.ts'
import type { Confluence } from './connection.ts'
import { type Listed, list, type Paging, type Position, positionQuery, report, vendorPage } from './listing.ts'
import { findPage } from './pages.ts'
import { type ConfluenceCall, v1 } from './request.ts'
import { labelOf, rowsOf } from './shapes-v1.ts'

const labelPath = (id: string): string => `${v1('content')}/${segment(id)}/label`

/** Adds labels and keeps the existing ones. Only version 1 can do it, still for all tokens. Returns all labels of the page. */
export async function postLabels(confluence: Confluence, id: string, names: readonly string[], call: ConfluenceCall): Promise<Label[]> {
  const json = names.map(name => ({ prefix: 'global', name }))
  const subject = { kind: 'page', name: id } as const
  return rowsOf(await confluence.send({ method: 'POST', path: labelPath(id), json, subject }, call)).map(labelOf)
}

/** The name is sent in the query, because a label with a slash would change the path. */
export async function deleteLabel(confluence: Confluence, id: string, name: string, call: ConfluenceCall): Promise<void> {
  await confluence.send({ method: 'DELETE', path: labelPath(id), query: { name }, subject: { kind: 'label', name } }, call)
}

export interface LabelsInput extends Paging {
  page_id: string
  prefix?: 'global' | 'my' | 'team'
}

export async function listLabels(
  confluence: Confluence,
  { page_id, prefix, ...paging }: LabelsInput,
  call: ConfluenceCall
): Promise<Listed<Label>> {
  const { type } = await findPage(confluence, { page_id }, { format: undefined, anyStatus: true }, call)
  const path = confluence.site.deployment === 'cloud' ? `${contentPath(type, page_id)}/labels` : labelPath(page_id)
  const subject = { kind: 'page', name: page_id } as const
  const fetchPage = async (position: Position, limit: number) =>
    vendorPage(await confluence.send({ path, query: { limit, prefix, ...positionQuery(position) }, subject }, call), position)
  return report(await list(paging, [page_id, prefix], fetchPage, labelOf), call)
}

export async function addLabels(
  confluence: Confluence,
  { page_id, labels }: { page_id: string; labels: readonly string[] },
  call: ConfluenceCall
) {
  const page = await findPage(confluence, { page_id }, { format: undefined }, call)
  const had = new Set((page.metadata.labels ?? []).map(({ name }) => name))
  const now = await postLabels(confluence, page_id, labels, call)
  return { page_id, title: page.title, labels: now, changed: labels.some(name => !had.has(name.toLowerCase())) }
}

export async function removeLabel(confluence: Confluence, { page_id, label }: { page_id: string; label: string }, call: ConfluenceCall) {
  const page = await findPage(confluence, { page_id }, { format: undefined }, call)
  // Confluence stores labels in lower case.
  const dropped = label.toLowerCase()
  await deleteLabel(confluence, page_id, dropped, call)
  const left = (page.metadata.labels ?? []).filter(({ name }) => name !== dropped)
  return { page_id, title: page.title, labels: left, changed: true }
}

import { segment } from '../../../lib/http/segment.ts'
import type { Label } from '../schemas.ts'
import { attachmentAt } from './attachments/attachments.ts'
import { contentPath } from './cloud/pages.ts'
import type { Confluence } from './connection.ts'
import type { Subject } from './failures.ts'
import { type Listed, list, type Paging, type Position, positionQuery, report, vendorPage } from './listing.ts'
import type { ReadOptions } from './pages/page-source.ts'
import { findPage } from './pages/pages.ts'
import { type ConfluenceCall, v1, v2 } from './request.ts'
import { labelOf, rowsOf } from './shapes-v1.ts'

const labelPath = (id: string): string => `${v1('content')}/${segment(id)}/label`

/** Adds labels and keeps the existing ones. Only version 1 can do it, for which it still accepts all tokens. Returns all labels of the page. */
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

/** What has labels: its title, and the path that lists them. Only pages contain their labels. */
interface Labelled {
  title: string
  labels: Label[] | null
  path: string
  subject: Subject
}

/** Returns a page, blog post or attachment if its space is allowed. */
async function labelledAt(
  confluence: Confluence,
  id: string,
  options: Pick<ReadOptions, 'anyStatus'>,
  call: ConfluenceCall
): Promise<Labelled> {
  const isCloud = confluence.site.deployment === 'cloud'
  if (id.startsWith('att')) {
    const { attachment } = await attachmentAt(confluence, id, undefined, call)
    const path = isCloud ? `${v2('attachments')}/${segment(id, 'page_id')}/labels` : labelPath(id)
    return { title: attachment.title, labels: null, path, subject: { kind: 'attachment', name: id } }
  }
  const { type, title, metadata } = await findPage(confluence, { page_id: id }, { format: undefined, ...options }, call)
  const path = isCloud ? `${contentPath(type, id)}/labels` : labelPath(id)
  return { title, labels: metadata.labels ?? [], path, subject: { kind: 'page', name: id } }
}

export async function listLabels(
  confluence: Confluence,
  { page_id, prefix, ...paging }: LabelsInput,
  call: ConfluenceCall
): Promise<Listed<Label>> {
  const { path, subject } = await labelledAt(confluence, page_id, { anyStatus: true }, call)
  const fetchPage = async (position: Position, limit: number) =>
    vendorPage(await confluence.send({ path, query: { limit, prefix, ...positionQuery(position) }, subject }, call), position)
  return report(await list(paging, [page_id, prefix], fetchPage, labelOf), call)
}

/** Returns the labels before a change. */
const labelsOf = async (confluence: Confluence, { labels, path, subject }: Labelled, call: ConfluenceCall): Promise<Label[]> =>
  labels ?? rowsOf(await confluence.send({ path, query: { limit: MAX_LABELS }, subject }, call)).map(labelOf)

const MAX_LABELS = 200

export async function addLabels(
  confluence: Confluence,
  { page_id, labels }: { page_id: string; labels: readonly string[] },
  call: ConfluenceCall
) {
  const labelled = await labelledAt(confluence, page_id, {}, call)
  const had = new Set((await labelsOf(confluence, labelled, call)).map(({ name }) => name))
  const now = await postLabels(confluence, page_id, labels, call)
  return { page_id, title: labelled.title, labels: now, changed: labels.some(name => !had.has(name.toLowerCase())) }
}

export async function removeLabel(confluence: Confluence, { page_id, label }: { page_id: string; label: string }, call: ConfluenceCall) {
  const labelled = await labelledAt(confluence, page_id, {}, call)
  const had = await labelsOf(confluence, labelled, call)
  // Confluence stores labels in lower case.
  const dropped = label.toLowerCase()
  await deleteLabel(confluence, page_id, dropped, call)
  return { page_id, title: labelled.title, labels: had.filter(({ name }) => name !== dropped), changed: true }
}

import { Type } from 'typebox'
import type { Page } from '../../schemas.ts'
import { deleteLabel, postLabels } from '../labels.ts'
import { undoablePageAdapter } from './page-adapter.ts'

type Labelling = { label: string; on: boolean }

const has = ({ metadata }: Page, label: string): boolean => (metadata.labels ?? []).some(({ name }) => name === label)

/** Adds or removes a label and keeps the others. Confluence stores labels in lower case. */
export const labelPages = undoablePageAdapter({
  Image: Type.Object({ had: Type.Array(Type.String()) }),
  imageOf: ({ metadata }) => ({ had: (metadata.labels ?? []).map(({ name }) => name) }),
  isDone: (page, { label, on }: Labelling) => has(page, label) === on,
  change: ({ id }, { label, on }, call) => (on ? postLabels(call.client, id, [label], call) : deleteLabel(call.client, id, label, call)),
  isAsBefore: (page, { had }, { label }) => has(page, label) === had.includes(label),
  restore: ({ id }, _before, { label, on }, call) =>
    on ? deleteLabel(call.client, id, label, call) : postLabels(call.client, id, [label], call)
})

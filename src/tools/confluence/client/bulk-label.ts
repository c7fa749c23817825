import { Type } from 'typebox'
import type { Page } from '../schemas.ts'
import { changing } from './bulk-change.ts'
import { dropLabel, putLabels } from './labels.ts'

type Labelling = { label: string; on: boolean }

const has = ({ metadata }: Page, label: string): boolean => (metadata.labels ?? []).some(({ name }) => name === label)

/** Puts a label on pages, or takes it off, and leaves their others alone. Confluence writes labels in small letters. */
export const labelling = changing({
  Image: Type.Object({ had: Type.Array(Type.String()) }),
  imageOf: ({ metadata }) => ({ had: (metadata.labels ?? []).map(({ name }) => name) }),
  isDone: (page, { label, on }: Labelling) => has(page, label) === on,
  change: ({ id }, { label, on }, call) => (on ? putLabels(call.client, id, [label], call) : dropLabel(call.client, id, label, call)),
  isAsBefore: (page, { had }, { label }) => has(page, label) === had.includes(label),
  restore: ({ id }, _before, { label, on }, call) =>
    on ? dropLabel(call.client, id, label, call) : putLabels(call.client, id, [label], call)
})

import type { AdapterContract } from '../jobs/adapter-contract.ts'
import { ALIKE as CHANGED_EVENTS, EACH_KIND as EVENTS } from './calendar-contracts.ts'
import { CREATES as NEW_EVENTS } from './calendar-create-contract.ts'
import { archivesOf, labelsOf, movesOf, replacesOf, resolvesOf, restoresOf, trashOf, unlabelsOf } from './confluence-bulk.ts'
import { FILES } from './filesystem-contract.ts'
import { ALIKE as CHANGED_ISSUES, EACH_KIND as ISSUES } from './gitlab-contracts.ts'
import { ALIKE as CHANGED_MESSAGES, EACH_KIND as MESSAGES } from './gmail-contracts.ts'
import { ERASURE } from './memory-erasure-contract.ts'
import { EACH_KIND as CARDS, ALIKE as CHANGED_CARDS, LABELS } from './trello-contracts.ts'
import { CREATES as NEW_CARDS } from './trello-create-contract.ts'

const onPages = (mode: 'cloud' | 'datacenter'): AdapterContract[] => [
  movesOf(mode),
  labelsOf(mode),
  unlabelsOf(mode),
  trashOf(mode),
  restoresOf(mode),
  replacesOf(mode)
]

/** The contracts of every bulk action that changes something, by system, which several processes can reach. */
export const EVERY_ACTION: Readonly<Record<string, readonly AdapterContract[]>> = {
  gmail: [...MESSAGES, ...CHANGED_MESSAGES],
  calendar: [...EVENTS, ...CHANGED_EVENTS, NEW_EVENTS],
  trello: [...CARDS, ...CHANGED_CARDS, LABELS, NEW_CARDS],
  gitlab: [...ISSUES, ...CHANGED_ISSUES],
  confluence: [...onPages('cloud'), archivesOf(), resolvesOf()],
  confluence_datacenter: onPages('datacenter'),
  filesystem: [FILES]
}

/** These, and the contracts of actions that only one process can reach. */
export const EVERY_INTERRUPTED: typeof EVERY_ACTION = { ...EVERY_ACTION, memory: [ERASURE] }

/** Actions without a contract here, each with the reason. */
export const NOT_INTERRUPTED: Readonly<Record<string, string>> = {
  confluence_bulk_export_pages: 'it only reads, so that it may be done again',
  web_bulk_read_each: 'it only reads, so that it may be done again',
  gcloud_bulk_run_each: 'its items are programs: what an interrupted one did is not to be known, and it has no check of outcomes',
  memory_bulk_import_texts: 'it needs a language model; the check of its outcomes is tested in test/tools/memory/bulk',
  memory_bulk_invalidate_links: 'it is interrupted in test/tools/memory/bulk, over a graph in memory',
  memory_bulk_merge_duplicates: 'it is interrupted in test/tools/memory/bulk, over a graph in memory'
}

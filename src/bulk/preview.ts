import type { BulkItem, Json } from '../contract/bulk.ts'
import type { Job } from '../contract/jobs.ts'
import { bounded } from './bounded.ts'
import type { Turn } from './context.ts'
import { secondsFor, unitsFor } from './cost.ts'
import { jobKey } from './keys.ts'
import type { Meta } from './meta.ts'
import { MAX_ITEM_DATA, MAX_NAME } from './settings.ts'
import { shownWarnings } from './warnings.ts'
import type { Within } from './within.ts'

type Preview = NonNullable<Job['preview']>
interface SampleRow {
  item_id: string
  display_name: string
  data?: Json
}

/** An item as the preview shows it. */
export function sampleRow({ id, display_name, data }: BulkItem): SampleRow {
  const name = String(display_name ?? id).slice(0, MAX_NAME)
  return { item_id: id, display_name: name, ...(data !== undefined && { data: bounded(data, MAX_ITEM_DATA) }) }
}

/** The sample with names, where the adapter gives them only when asked. A preview without names is better than none. */
export async function describeSample({ adapter, redis, meta, log }: Turn, within: Within): Promise<string[]> {
  const { describe } = adapter
  if (!describe) return []
  const rows: SampleRow[] = (await redis.lrange(jobKey(meta.id, 'preview'), 0, -1)).map(row => JSON.parse(row))
  const items = rows.map(({ item_id, ...row }) => ({ id: item_id, ...row }))
  try {
    const described = new Map((await within(call => describe(items, call))).map(item => [item.id, item]))
    return items.map(item => JSON.stringify(sampleRow(described.get(item.id) ?? item)))
  } catch (error) {
    log.warn({ job: meta.id, err: error }, 'The preview has no names')
    return []
  }
}

/** What would be done, before anything is. */
export function previewOf(meta: Meta, rows: string[]): Preview | null {
  if (meta.phase === 'list') return null
  return {
    total: { value: meta.total, relation: 'eq' },
    sample: rows.map(row => JSON.parse(row)),
    warnings: shownWarnings(meta.warnings),
    irreversible: meta.irreversible,
    undoable: meta.undoable,
    ...(meta.cost && { cost_units: unitsFor(meta.total, meta.cost) }),
    estimated_seconds: secondsFor(meta.total, meta.itemsPerSecond, meta.cost),
    ...(Object.keys(meta.metadata).length > 0 && { metadata: meta.metadata })
  }
}

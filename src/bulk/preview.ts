import type { BulkItem, Json } from '../contract/bulk.ts'
import type { Job } from '../contract/jobs.ts'
import type { Call } from '../contract/operation.ts'
import type { Turn } from './context.ts'
import { jobKey } from './keys.ts'
import type { Meta } from './meta.ts'

type Preview = NonNullable<Job['preview']>
interface SampleRow {
  item_id: string
  display_name: string
  data?: Json
}

/** An item as the preview shows it. */
export function sampleRow({ id, display_name, data }: BulkItem): SampleRow {
  return { item_id: id, display_name, ...(data !== undefined && { data }) }
}

/** The sample with names, where the adapter gives them only when asked. A preview without names is better than none. */
// biome-ignore lint/suspicious/noExplicitAny: the contract's erased type
export async function describeSample({ adapter, redis, meta, log }: Turn, call: Call<any, any>): Promise<string[]> {
  if (!adapter.describe) return []
  const rows: SampleRow[] = (await redis.lrange(jobKey(meta.id, 'preview'), 0, -1)).map(row => JSON.parse(row))
  const items = rows.map(({ item_id, ...row }) => ({ id: item_id, ...row }))
  try {
    const described = new Map((await adapter.describe(items, call)).map(item => [item.id, item]))
    return items.map(item => JSON.stringify(sampleRow(described.get(item.id) ?? item)))
  } catch (error) {
    log.warn({ job: meta.id, err: error }, 'The preview has no names')
    return []
  }
}

/** What would be done, before anything is. */
export function previewOf(meta: Meta, rows: string[]): Preview | null {
  if (meta.phase === 'list') return null
  const { warnings: _warnings, ...facts } = meta.metadata
  return {
    total: { value: meta.total, relation: 'eq' },
    sample: rows.map(row => JSON.parse(row)),
    warnings: meta.warnings,
    irreversible: meta.irreversible,
    undoable: meta.undoable,
    estimated_seconds: meta.itemsPerSecond === null ? null : Math.ceil(meta.total / meta.itemsPerSecond),
    ...(Object.keys(facts).length > 0 && { metadata: facts })
  }
}

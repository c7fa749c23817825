import type { BulkItem, Json } from '../../contract/bulk.ts'
import { previewItem } from '../commands/follow-up/parent-items.ts'
import { loggableJobError } from '../model/failure.ts'
import { bounded } from '../model/lua-json.ts'
import { type Counts, countForeseen, foreseenText } from '../model/warnings.ts'
import { MAX_ITEM_DATA, MAX_NAME } from '../settings.ts'
import { jobKey } from '../store/keys.ts'
import type { ListingCall } from './abort-grace.ts'
import type { Turn } from './turn-context.ts'

interface SampleRow {
  item_id: string
  display_name: string
  data?: Json
  warning?: string
}

/** Rows of the sample, if they differ from the listed ones, and foreseen outcomes that the listing did not contain. */
interface DescribedSample {
  rows: string[]
  foreseen: Counts
}

/** Returns an item as the preview shows it. */
export function sampleRow({ id, display_name, data, foreseen }: BulkItem): SampleRow {
  const name = String(display_name ?? id).slice(0, MAX_NAME)
  return {
    item_id: id,
    display_name: name,
    ...(data !== undefined && { data: bounded(data, MAX_ITEM_DATA) }),
    ...(foreseen && { warning: foreseenText(foreseen) })
  }
}

/** Adds names and foreseen outcomes to the sample if the adapter has `describe`. A preview without names is better than none. */
export async function describeSample({ adapter, redis, meta, log }: Turn, listing: ListingCall): Promise<DescribedSample> {
  const { describe } = adapter
  if (!describe) return { rows: [], foreseen: [] }
  const rows: SampleRow[] = (await redis.lrange(jobKey(meta.id, 'preview'), 0, -1)).map(row => JSON.parse(row))
  const items = rows.map(itemOf)
  // The items of an undo or reconcile job also hold what the job needs for its own work.
  const shown = meta.parent !== null && (meta.follows === 'reconcile' || meta.inverse) ? previewItem : (item: BulkItem) => item
  try {
    const described = new Map((await listing(call => describe(items, call, meta.action))).map(item => [item.id, item]))
    const newlyForeseen = rows.flatMap(({ item_id, warning }) => (warning === undefined ? (described.get(item_id) ?? []) : []))
    return {
      rows: rows.map(row => JSON.stringify({ ...sampleRow(shown(described.get(row.item_id) ?? itemOf(row))), ...warningOf(row) })),
      foreseen: countForeseen(newlyForeseen).map(([text, items]) => [
        meta.total > rows.length ? `${text} (only the first ${rows.length} items were checked)` : text,
        items
      ])
    }
  } catch (error) {
    log.warn({ job: meta.id, err: loggableJobError(error, meta, items) }, 'The sample of the preview could not be described')
    return { rows: rows.map(row => JSON.stringify({ ...sampleRow(shown(itemOf(row))), ...warningOf(row) })), foreseen: [] }
  }
}

const itemOf = ({ item_id, warning: _warning, ...row }: SampleRow): BulkItem => ({ id: item_id, ...row })

const warningOf = ({ warning }: SampleRow): { warning?: string } => (warning === undefined ? {} : { warning })

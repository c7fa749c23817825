import assert from 'node:assert/strict'
import type { BulkItem } from '../../../src/contract/bulk.ts'
import { etagFault, idFault } from '../../../src/contract/bulk.ts'
import { MAX_ITEM_DATA } from '../../../src/jobs/settings.ts'
import { changesNothing } from './changes-nothing.ts'
import { idsOf, listGood, pagesOf, type Run } from './run.ts'

export const PAGE_CHECKS = {
  async 'nextBatch never returns more than size'(run: Run) {
    const { plan, items } = await listGood(run)
    for (const size of sizesFor(items.length))
      for await (const { items } of pagesOf(plan, size, run.page))
        assert.ok(items.length <= size, `nextBatch returned ${items.length} items for a size of ${size}`)
  },

  async 'nextBatch returns the whole set page by page, without gaps or repetitions'(run: Run) {
    const { plan, items } = await listGood(run)
    assert.equal(new Set(idsOf(items)).size, items.length, 'An item was listed twice')
    for (const size of sizesFor(items.length)) {
      const paged = await run.list(plan, size)
      assert.deepEqual(idsOf(paged), idsOf(items), `Pages of ${size} give a set other than pages of ${run.contract.adapter.page_size}`)
    }
  },

  /** A worker that takes over a job knows only the position, and requests a page again that another worker already received. */
  async 'nextBatch starts at cursor and offset'(run: Run) {
    const { plan } = await listGood(run)
    const pages = await Array.fromAsync(pagesOf(plan, 1, run.page))
    for (const { at, items } of pages.toReversed())
      assert.deepEqual(
        idsOf((await run.page(plan, at)).items),
        idsOf(items),
        `Asked again for ${JSON.stringify(at)}, it answers another page`
      )
  },

  async 'nextBatch ends with a missing next, and returns nothing if nothing matches'(run: Run) {
    const nothing = await run.prepare(run.contract.nothing)
    assert.deepEqual(idsOf(await run.list(nothing)), [], '`nothing` must select no items')
  },

  async 'nextBatch executes nothing'(run: Run) {
    await changesNothing(run, 'nextBatch', plan => run.list(plan))
  },

  async 'nextBatch never fetches all items at once'(run: Run) {
    const { plan } = await listGood(run)
    await run.page(plan, { size: 2, offset: 0, cursor: undefined })
    const asked = (await run.received()).filter(({ kind }) => kind === 'list')
    assert.ok(asked.length > 0, '`classify` finds no request that lists items')
    const most = asked.map(request => ('most' in request ? request.most : undefined))
    const sum = most.reduce<number>((sum, many) => sum + (many ?? Number.POSITIVE_INFINITY), 0)
    assert.ok(
      sum <= 2,
      `For a page of 2 it requested pages of ${most.map(many => many ?? 'no limit')}. Pass size on; if the system chooses the size of its pages, say so in \`without\``
    )
  },

  async 'nextBatch gives every item an id, a name, and no more data than is stored'(run: Run) {
    const { items } = await listGood(run)
    const wrong = items.flatMap(item => wrongWith(item, run.contract.adapter.keeps_data) ?? [])
    assert.deepEqual(wrong, [])
  },

  async 'listing stops when it is aborted'(run: Run) {
    const { plan } = await listGood(run)
    const aborted = AbortSignal.abort(new Error('stop'))
    const position = { size: 2, offset: 0, cursor: undefined }
    await assert.rejects(run.page(plan, position, aborted), 'nextBatch continued')
    await assert.rejects(run.count(plan, aborted), 'count continued')
  }
} satisfies Record<string, (run: Run) => Promise<void>>

/** Around the page boundaries: an error at a boundary shows at one of them. */
const sizesFor = (many: number): number[] => [...new Set([1, 2, many - 1, many, many + 1])]

function wrongWith({ id, display_name, etag, data }: BulkItem, keepsData: boolean): string | undefined {
  const fault = idFault(id)
  if (fault) return `${JSON.stringify(id)} ${fault}`
  if (typeof display_name !== 'string' || display_name === '') return `${id} has no name`
  const ofEtag = etagFault(etag)
  if (ofEtag) return `${id} has an etag that ${ofEtag}`
  if (keepsData && Buffer.byteLength(JSON.stringify(data ?? null)) > MAX_ITEM_DATA)
    return `${id} has more than ${MAX_ITEM_DATA} bytes of data`
  return undefined
}

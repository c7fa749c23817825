import { setTimeout } from 'node:timers/promises'
import { makeZip } from 'client-zip'
import { Check } from 'typebox/schema'
import { waitReason } from '../../../../contract/bulk-outcomes.ts'
import { OperationError } from '../../../../contract/errors.ts'
import type { JobItem } from '../../../../contract/job.ts'
import { freeName, safeName } from '../../../../lib/archive-names.ts'
import type { Page } from '../../schemas.ts'
import { type Part, partsOf } from '../attachments/attachments.ts'
import { openAttachment } from '../attachments/files.ts'
import { Exported } from '../bulk/export.ts'
import type { Confluence } from '../connection.ts'
import { isOfPage, storageIn } from '../content/content.ts'
import type { Position } from '../listing.ts'
import { findPage } from '../pages/pages.ts'
import type { ConfluenceCall } from '../request.ts'

interface Entry {
  name: string
  input: string | AsyncIterable<Uint8Array | string>
  lastModified?: Date
}

/** An attachment and its name in the archive. */
interface Stored {
  title: string
  file: string
}

/** Content that is missing in the archive. */
interface Missing {
  what: string
  reason: string
  message: string
}

/** Yields a ZIP archive of the pages of a job, each in a folder, fetched one at a time as the archive is read. */
export async function* exportArchive(
  confluence: Confluence,
  pages: AsyncIterable<JobItem[]>,
  call: ConfluenceCall
): AsyncGenerator<Uint8Array> {
  yield* makeZip(entriesOf(confluence, pages, call))
}

async function* entriesOf(confluence: Confluence, pages: AsyncIterable<JobItem[]>, call: ConfluenceCall): AsyncGenerator<Entry> {
  for await (const items of pages) for (const item of items) yield* pageEntries(confluence, item, call)
}

/** Yields the body of a page, its files, and finally a summary that lists what could not be fetched. */
async function* pageEntries(confluence: Confluence, { item_id, data }: JobItem, call: ConfluenceCall): AsyncGenerator<Entry> {
  const missing: Missing[] = []
  const page = await unlessMissing('the page', missing, call, () => readPage(confluence, item_id, data, call))
  const folder = page ? `${safeName(page.space.key)}/${safeName(`${item_id} ${page.title}`)}` : safeName(item_id)
  const files: Stored[] = []
  if (page) {
    const changed = page.version.when === null ? {} : { lastModified: new Date(page.version.when) }
    const input = await unlessMissing('the body', missing, call, async () => storageIn(page))
    if (input !== undefined) yield { name: `${folder}/page.xml`, input, ...changed }
    yield* fileEntries(confluence, page, { folder, files, missing }, call)
  }
  yield {
    name: `${folder}/page.json`,
    input: `${JSON.stringify({ ...factsOf(page), id: item_id, attachments: files, missing }, null, 2)}\n`
  }
}

interface Folder {
  folder: string
  files: Stored[]
  missing: Missing[]
}

/** Fetched one at a time. If a part of the list cannot be read, its attachments are unknown. */
async function* fileEntries(
  confluence: Confluence,
  page: Page,
  { folder, files, missing }: Folder,
  call: ConfluenceCall
): AsyncGenerator<Entry> {
  const fetchPage = partsOf(confluence, page, call)
  const taken = new Set<string>()
  for (let position: Position | undefined = { start: 0 }; position; ) {
    const here: Position = position
    const part: Part | undefined = await unlessMissing('the list of attachments', missing, call, () => fetchPage(here))
    for (const found of part?.found ?? []) {
      const { title } = found.attachment
      const download = await unlessMissing(`the attachment ${title}`, missing, call, () =>
        openAttachment(confluence, found, undefined, call)
      )
      if (!download) continue
      const file = `attachments/${freeName(title, taken)}`
      files.push({ title, file })
      yield { name: `${folder}/${file}`, input: download.body }
    }
    position = part?.next
  }
}

/** Reads the version that the job recorded, even if there is a later one. */
async function readPage(confluence: Confluence, page_id: string, data: unknown, call: ConfluenceCall): Promise<Page> {
  const page = await findPage(confluence, { page_id }, { format: 'storage', anyStatus: true }, call)
  if (!Check(Exported, data) || data.version === page.version.number) return page
  const earlier = await findPage(confluence, { page_id }, { format: 'storage', version: data.version }, call)
  return { ...earlier, space: page.space }
}

function factsOf(page: Page | undefined): object {
  if (!page) return {}
  const { type, title, space, version, parent_id, metadata } = page
  const labels = (metadata.labels ?? []).map(({ name }) => name)
  return { type, title, space_key: space.key, version, parent_id, labels, created: metadata.created, frontend_url: metadata.frontend_url }
}

const MAX_TRIES = 4
const MAX_WAIT_MS = 60_000

/**
 * Records what cannot be fetched in the archive. Waits if the upstream asks to; if it stays unavailable, throws, which ends
 * the archive early.
 */
async function unlessMissing<T>(
  what: string,
  missing: Missing[],
  { signal }: ConfluenceCall,
  fetch: () => Promise<T>
): Promise<T | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      return await fetch()
    } catch (error) {
      if (!(error instanceof OperationError)) throw error
      const wait = isOfPage(error) ? undefined : waitReason(error)
      if (wait === undefined) {
        missing.push({ what, reason: error.reason, message: error.message })
        return undefined
      }
      if (tries === MAX_TRIES || (wait !== 'rate_limit' && wait !== 'network')) throw error
      await setTimeout(Math.min(error.details.retry_after_ms ?? 1000 * tries, MAX_WAIT_MS), undefined, { signal })
    }
  }
}

import { setTimeout } from 'node:timers/promises'
import { makeZip } from 'client-zip'
import { Check } from 'typebox/schema'
import { waitReason } from '../../../contract/bulk-failure.ts'
import { OperationError } from '../../../contract/errors.ts'
import type { JobItem } from '../../../contract/jobs.ts'
import type { Page } from '../schemas.ts'
import { freeName, safeName } from './archive-names.ts'
import { type Part, partsOf } from './attachments.ts'
import { Exported } from './bulk-export.ts'
import type { Confluence } from './connection.ts'
import { isOfPage, storageIn } from './content.ts'
import { openAttachment } from './files.ts'
import type { Place } from './listing.ts'
import { findPage } from './pages.ts'
import type { Turn } from './request.ts'

interface Entry {
  name: string
  input: string | AsyncIterable<Uint8Array | string>
  lastModified?: Date
}

/** An attachment, and the name that it has in the archive. */
interface Kept {
  title: string
  file: string
}

/** What belongs into the archive, and is not there. */
interface Missing {
  what: string
  reason: string
  message: string
}

/** The pages of a job, each in a folder of its own, fetched one by one no faster than the archive is read. */
export async function* exportArchive(confluence: Confluence, pages: AsyncIterable<JobItem[]>, turn: Turn): AsyncGenerator<Uint8Array> {
  yield* makeZip(entriesOf(confluence, pages, turn))
}

async function* entriesOf(confluence: Confluence, pages: AsyncIterable<JobItem[]>, turn: Turn): AsyncGenerator<Entry> {
  for await (const items of pages) for (const item of items) yield* pageEntries(confluence, item, turn)
}

/** The page, its files, and last what is known of both: with what could not be fetched. */
async function* pageEntries(confluence: Confluence, { item_id, data }: JobItem, turn: Turn): AsyncGenerator<Entry> {
  const missing: Missing[] = []
  const page = await unlessMissing('the page', missing, turn, () => readPage(confluence, item_id, data, turn))
  const folder = page ? `${safeName(page.space.key)}/${safeName(`${item_id} ${page.title}`)}` : safeName(item_id)
  const files: Kept[] = []
  if (page) {
    const changed = page.version.when === null ? {} : { lastModified: new Date(page.version.when) }
    const input = await unlessMissing('the body', missing, turn, async () => storageIn(page))
    if (input !== undefined) yield { name: `${folder}/page.xml`, input, ...changed }
    yield* fileEntries(confluence, page, { folder, files, missing }, turn)
  }
  yield {
    name: `${folder}/page.json`,
    input: `${JSON.stringify({ ...factsOf(page), id: item_id, attachments: files, missing }, null, 2)}\n`
  }
}

interface Folder {
  folder: string
  files: Kept[]
  missing: Missing[]
}

/** Fetched one by one. Of a part that cannot be listed nobody knows what is in it. */
async function* fileEntries(confluence: Confluence, page: Page, { folder, files, missing }: Folder, turn: Turn): AsyncGenerator<Entry> {
  const ask = partsOf(confluence, page, turn)
  const taken = new Set<string>()
  for (let place: Place | undefined = { start: 0 }; place; ) {
    const here: Place = place
    const part: Part | undefined = await unlessMissing('the list of attachments', missing, turn, () => ask(here))
    for (const found of part?.found ?? []) {
      const { title } = found.attachment
      const answer = await unlessMissing(`the attachment ${title}`, missing, turn, () => openAttachment(confluence, found, undefined, turn))
      if (!answer) continue
      const file = `attachments/${freeName(title, taken)}`
      files.push({ title, file })
      yield { name: `${folder}/${file}`, input: answer.body }
    }
    place = part?.next
  }
}

/** At the version that the job has seen, whatever was written since. */
async function readPage(confluence: Confluence, page_id: string, data: unknown, turn: Turn): Promise<Page> {
  const page = await findPage(confluence, { page_id }, { format: 'storage', anyStatus: true }, turn)
  if (!Check(Exported, data) || data.version === page.version.number) return page
  const earlier = await findPage(confluence, { page_id }, { format: 'storage', version: data.version }, turn)
  return { ...earlier, space: page.space }
}

function factsOf(page: Page | undefined): object {
  if (!page) return {}
  const { type, title, space, version, parent_id, metadata } = page
  const labels = (metadata.labels ?? []).map(({ name }) => name)
  return { type, title, space_key: space.key, version, parent_id, labels, created: metadata.created, frontend_url: metadata.frontend_url }
}

const MOST_TRIES = 4
const LONGEST_WAIT_MS = 60_000

/** What cannot be had is told in the archive. Where the system asks for patience it gets it; where it stays away the archive breaks off. */
async function unlessMissing<T>(what: string, missing: Missing[], { signal }: Turn, fetch: () => Promise<T>): Promise<T | undefined> {
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
      if (tries === MOST_TRIES || (wait !== 'rate_limit' && wait !== 'network')) throw error
      await setTimeout(Math.min(error.details.retry_after_ms ?? 1000 * tries, LONGEST_WAIT_MS), undefined, { signal })
    }
  }
}

import { makeZip } from 'client-zip'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import { stringify } from 'yaml'
import { OperationError } from '../../../contract/errors.ts'
import type { JobItem } from '../../../contract/job.ts'
import { freeName, safeName } from '../../../lib/archive-names.ts'
import { pageOf } from './read.ts'
import type { WebCall } from './web.ts'

/** What a job keeps of a page. */
const Kept = Type.Object({
  url: Type.String(),
  reader: Type.Union([Type.Literal('embedded'), Type.Literal('jina')]),
  format: Type.Union([Type.Literal('markdown'), Type.Literal('text')]),
  main_only: Type.Boolean(),
  title: Type.Union([Type.String(), Type.Null()]),
  language: Type.Union([Type.String(), Type.Null()]),
  published_time: Type.Union([Type.String(), Type.Null()]),
  content: Type.String(),
  next_offset: Type.Union([Type.Integer(), Type.Null()]),
  warnings: Type.Array(Type.String())
})
type Kept = Static<typeof Kept>

/** Yields a ZIP archive of the pages of a job, one file each. A page that the job kept in part is read again as the archive is read. */
export async function* pagesArchive(pages: AsyncIterable<JobItem[]>, call: WebCall): AsyncGenerator<Uint8Array> {
  yield* makeZip(entriesOf(pages, call))
}

async function* entriesOf(pages: AsyncIterable<JobItem[]>, call: WebCall): AsyncGenerator<{ name: string; input: string }> {
  const taken = new Map<string, Set<string>>()
  for await (const items of pages)
    for (const { item_id, data } of items) {
      if (!Check(Kept, data)) continue
      const { hostname, pathname, search } = new URL(item_id)
      const names = taken.get(hostname) ?? new Set<string>()
      taken.set(hostname, names)
      const stem = `${pathname}${search}`.replace(/^\/|\/$/g, '') || 'index'
      const file = freeName(`${safeName(stem)}.${data.format === 'markdown' ? 'md' : 'txt'}`, names)
      yield { name: `${safeName(hostname)}/${file}`, input: await fileOf(item_id, data, call) }
    }
}

/** Returns a page with its metadata as YAML front matter. */
async function fileOf(requested_url: string, kept: Kept, call: WebCall): Promise<string> {
  const { content, incomplete } = await wholeOf(requested_url, kept, call)
  const { url, title, language, published_time, warnings } = kept
  const facts = { title, url, language, published_time, warnings, ...(incomplete !== undefined && { incomplete }) }
  return `---\n${stringify(facts)}---\n\n${content.trimEnd()}\n`
}

/** Returns all of a page; if it can no longer be read, the kept part, and why. */
async function wholeOf(url: string, { reader, format, main_only, content, next_offset }: Kept, call: WebCall) {
  if (next_offset === null) return { content }
  try {
    const options = { reader, format, main_only, include_links: false, include_images: false, no_cache: false }
    return { content: (await pageOf(url, options, call)).content }
  } catch (error) {
    call.signal.throwIfAborted()
    if (!(error instanceof OperationError)) throw error
    return { content, incomplete: `only the first ${next_offset} characters: ${error.message}` }
  }
}

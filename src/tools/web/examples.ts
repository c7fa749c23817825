import type { Page } from './schemas.ts'

const CONTENT = [
  '# Retries',
  'A read may be sent again at any time. A write whose answer was lost may have happened: look first, then decide.',
  'What was provably never sent, as when no connection came about, may be sent again without harm.'
].join('\n\n')

/** A sample page, as the embedded reader returns it. */
export const RETRIES_PAGE: Page = {
  requested_url: 'https://docs.example/gateways/retries',
  url: 'https://docs.example/gateways/retries',
  status: 200,
  media_type: 'text/html',
  reader: 'embedded',
  title: 'Retries',
  description: 'Which requests a gateway may send again, and which never: reads, writes and lost answers.',
  author: null,
  site_name: 'Docs',
  language: 'en',
  published_time: null,
  content: CONTENT,
  content_length: CONTENT.length,
  content_offset: 0,
  next_offset: null,
  warnings: [],
  untrusted: true
}

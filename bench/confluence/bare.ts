import { EMAIL, TOKEN } from '../../sandbox/confluence/credentials.ts'
import { serveBare } from '../lib/bare.ts'

const searchParams = { 'body-format': 'storage', 'include-labels': true, status: 'current,archived,trashed' }

await serveBare({
  tool: 'confluence_get_page',
  path: '/v1/confluence/page',
  url: `${process.argv[2]}/wiki`,
  headers: { authorization: `Basic ${Buffer.from(`${EMAIL}:${TOKEN}`).toString('base64')}` },
  call: (client, { page_id }, signal) => client(`api/v2/pages/${page_id}`, { searchParams, signal }).json()
})

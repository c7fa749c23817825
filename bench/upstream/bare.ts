import { serveBare } from '../lib/bare.ts'

await serveBare({
  tool: 'bench_get_thing',
  path: '/v1/bench/things/:thing_id',
  url: process.argv[2] ?? '',
  headers: { authorization: 'Bearer secret' },
  call: async (client, { thing_id }, signal) => ({
    thing: await client(`things/${thing_id}`, { searchParams: { full: true }, signal }).json()
  })
})

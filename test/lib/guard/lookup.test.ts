import { createHook } from 'node:async_hooks'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { type Test, test } from 'tap'
import { createGuard } from '../../../src/lib/guard/guard.ts'
import { queryDns, type Resolve } from '../../../src/lib/guard/lookup.ts'
import { refusal } from '../../helpers/bulk.ts'
import { listen } from '../../helpers/listen.ts'

const rules = { field: 'url' }
const bounds = { rules, timeout_ms: 10_000, max_bytes: 100_000 }
const TYPE_A = 1
const SERVFAIL = 2
const NXDOMAIN = 3

/** Returns the addresses of a name, an error code, or undefined for no response. */
type Zone = (name: string, type: number) => string[] | number | undefined

/** Starts a DNS server on loopback, and returns a resolver that asks it. */
async function startDns(t: Test, zone: Zone): Promise<Resolve> {
  const server = createSocket('udp4')
  server.on('message', (query, { port, address }) => {
    const response = responseTo(query, zone)
    if (response) server.send(response, port, address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return host => queryDns(host, [`127.0.0.1:${portOf(server)}`])
}

const portOf = (server: Socket): number => server.address().port

/** https://www.rfc-editor.org/rfc/rfc1035#section-4: the header, the question as it was sent, and one record for each address. */
function responseTo(query: Buffer, zone: Zone): Buffer | undefined {
  const labels: string[] = []
  let at = 12
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  const type = query.readUInt16BE(at + 1)
  const found = zone(labels.join('.'), type)
  if (found === undefined) return undefined
  const addresses = typeof found === 'number' ? [] : found
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(0x8180 | (typeof found === 'number' ? found : 0), 2)
  header.writeUInt16BE(addresses.length, 6)
  header.writeUInt32BE(0, 8)
  const records = addresses.map(address => {
    const data = type === TYPE_A ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address)
    const record = Buffer.alloc(12)
    record.writeUInt16BE(0xc00c, 0) // the name of the question
    record.writeUInt16BE(type, 2)
    record.writeUInt16BE(1, 4)
    record.writeUInt16BE(data.length, 10) // after a TTL of 0
    return Buffer.concat([record, data])
  })
  return Buffer.concat([header, query.subarray(12, at + 5), ...records])
}

/** Of an address without `::`. */
const ipv6Bytes = (address: string): Buffer => Buffer.concat(address.split(':').map(part => Buffer.from(part.padStart(4, '0'), 'hex')))

test('a name that a caller chose is never resolved in a thread: the names of all systems need those', async t => {
  const lookups: string[] = []
  const hook = createHook({ init: (_id, type) => void (type === 'GETADDRINFOREQWRAP' && lookups.push(type)) }).enable()
  t.teardown(() => hook.disable())
  const guard = createGuard({ allow: [] })
  const short = { ...bounds, timeout_ms: 200 }
  await t.rejects(guard.request({ ...short, url: 'http://slow.example.org/' }))
  t.strictSame(lookups, [])
  await t.rejects(createGuard({ allow: ['nowhere.invalid:80'] }).request({ ...short, url: 'http://nowhere.invalid/' }))
  t.strictSame(lookups, ['GETADDRINFOREQWRAP'], 'a listed host may be in the hosts file')
})

test('a name whose address changes between two queries is refused before anything is sent', async t => {
  const { port, seen } = await listen(t)
  let queries = 0
  const resolve = await startDns(t, (_name, type) => (type === TYPE_A ? [queries++ === 0 ? '93.184.215.14' : '127.0.0.1'] : []))
  const guard = createGuard({ allow: [], resolve })
  const url = `http://rebind.test.org:${port}/`
  await t.resolves(guard.check(url, rules))
  await t.rejects(guard.request({ ...bounds, url }), refusal('address_refused', { message: /no public address/ }))
  t.same(seen, [])
})

test('private addresses of either family are refused, whatever the other family has', async t => {
  const resolve = await startDns(t, (name, type) => {
    if (name.startsWith('mapped')) return type === TYPE_A ? ['93.184.215.14'] : ['0:0:0:0:0:ffff:7f00:1']
    if (name.startsWith('six')) return type === TYPE_A ? NXDOMAIN : ['fd00:0:0:0:0:0:0:1']
    return type === TYPE_A ? ['169.254.169.254'] : SERVFAIL
  })
  const guard = createGuard({ allow: [], resolve })
  for (const name of ['mapped', 'six', 'metadata'])
    await t.rejects(guard.check(`http://${name}.test.org/`, rules), refusal('address_refused'))
})

test('addresses of both families are found, if only one of them has a server that responds', async t => {
  const resolve = await startDns(t, (name, type) => {
    if (name === 'none.test.org') return NXDOMAIN
    if (name === 'broken.test.org') return SERVFAIL
    return type === TYPE_A
      ? ['93.184.215.14', '93.184.215.15']
      : name === 'both.test.org'
        ? ['2606:2800:21f:cb07:6820:80da:af6b:8b2c']
        : SERVFAIL
  })
  t.strictSame(
    (await resolve('both.test.org', false)).map(({ address }) => address),
    ['93.184.215.14', '93.184.215.15', '2606:2800:21f:cb07:6820:80da:af6b:8b2c']
  )
  t.equal((await resolve('four.test.org', false)).length, 2)
  await t.rejects(resolve('none.test.org', false), { code: 'ENOTFOUND' })
  await t.rejects(resolve('broken.test.org', false), { code: 'EAI_AGAIN' })
  t.strictSame(await resolve('93.184.215.14', false), [{ address: '93.184.215.14', family: 4 }])
  await t.rejects(createGuard({ allow: [], resolve }).request({ ...bounds, url: 'http://broken.test.org/' }), refusal('connection_failed'))
})

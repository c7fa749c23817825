import { rmSync, writeFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { secretsOf } from '../../src/lib/secrets.ts'
import { RECORD_DEFAULTS, type RecordSettings } from '../../src/record/settings.ts'
import { fakeOperation } from '../helpers/fake-tool.ts'
import { recorder } from '../helpers/log.ts'
import { newDatabase, noPostgres } from '../helpers/postgres.ts'
import { endedCall, startRecord } from '../helpers/record.ts'
import { TEST_SECRET } from '../helpers/secrets.ts'

const look = fakeOperation('look', {})
const DAY_MS = 86_400_000
const ALICE = { id: 'alice', scopes: [] }

const DATABASES = [
  { name: 'SQLite', skip: false, url: () => undefined },
  { name: 'PostgreSQL', skip: noPostgres ?? false, url: newDatabase }
] as const

/** A record with eight calls, 1 to 8: of today, or of a year ago. */
async function startEight(t: Test, url: string | undefined, age: 'young' | 'old') {
  const started = await startRecord(t, [look], {}, url)
  const { record, verify, sql } = started
  const add = async (count: number, to = record): Promise<void> => {
    for (let number = 0; number < count; number++) {
      const [call, end] = endedCall(look, number)
      to.end({ ...call, at: call.at - (age === 'old' ? 365 * DAY_MS : 0) }, end)
    }
    await to.calls.list(ALICE, { limit: 1 })
  }
  await add(8)
  return {
    ...started,
    add,
    problems: async (): Promise<string[]> => (await verify()).problems.map(({ kind, seq }) => `${kind} ${seq}`),
    left: async (): Promise<number[]> => (await sql('select seq from calls order by seq')).map(({ seq }) => Number(seq)),
    swap: async (): Promise<void> => {
      await sql('update calls set seq = 100 where seq = 4')
      await sql('update calls set seq = 4 where seq = 5')
      await sql('update calls set seq = 5 where seq = 100')
    }
  }
}

const accepting = (row: number): RecordSettings => ({ ...RECORD_DEFAULTS, accept_until_row: row })

const upTo8From = (first: number): number[] => Array.from({ length: 9 - first }, (_, index) => first + index)

/** The row at which retention stops after each, and what verification then names. On PostgreSQL, the first two suffice. */
const CHANGES = [
  {
    what: 'a changed row',
    change: "update calls set body = replace(body, 'key', 'kez'), principal = 'key:bob' where seq = 4",
    first: 4,
    found: ['changed 4']
  },
  { what: 'a row that was removed', change: 'delete from calls where seq = 4', first: 5, found: ['missing 4'] },
  {
    what: 'a changed MAC',
    change: 'update calls set mac = (select mac from calls where seq = 7) where seq = 4',
    first: 4,
    found: ['changed 4', 'changed 5']
  },
  { what: 'the oldest rows, removed', change: 'delete from calls where seq <= 3', first: 4, found: ['missing 1'] },
  { what: 'all rows but the last two', change: 'delete from calls where seq <= 6', first: 7, found: ['missing 1'] },
  { what: 'a row that was moved before the first', change: 'update calls set seq = -4 where seq = 4', first: 5, found: ['missing 4'] },
  {
    what: 'a row that was moved behind the last',
    change: 'update calls set seq = 12 where seq = 4',
    first: 5,
    found: ['missing 4', 'missing 9']
  },
  { what: 'two rows that were swapped', change: 'swap', first: 4, found: ['changed 4', 'changed 5', 'changed 6'] }
] as const

for (const { name, skip, url } of DATABASES) {
  t.test(`${name}: retention takes the age of a row only from what is signed`, { skip }, async t => {
    const { record, sql, problems, left } = await startEight(t, await url(), 'young')
    const times = (await sql('select seq, at from calls')).map(({ seq, at }) => [Number(at), Number(seq)] as const)
    for (const at of ['0', '1', '-9223372036854775808', '9223372036854775807']) {
      await sql('update calls set at = ? where seq <= 3', at)
      await record.deleteOld()
      t.strictSame(await left(), upTo8From(1), `nothing is deleted, with the time ${at}`)
      t.strictSame(await problems(), ['changed 1', 'changed 2', 'changed 3'])
      t.match(record.retentionProblem(), /stopped at row 1 /)
    }
    for (const [at, seq] of times) await sql('update calls set at = ? where seq = ?', at, seq)
    await record.deleteOld()
    t.strictSame(await left(), upTo8From(1))
    t.equal(record.retentionProblem(), undefined, 'once the rows are as they were')
  })

  t.test(`${name}: retention stops at the first row that does not verify, so that verification still names it`, { skip }, async t => {
    for (const { what, change, first, found } of name === 'SQLite' ? CHANGES : CHANGES.slice(0, 2)) {
      const { record, sql, problems, left, swap } = await startEight(t, await url(), 'old')
      if (change === 'swap') await swap()
      else await sql(change)
      t.strictSame(await problems(), found, what)
      await record.deleteOld()
      await record.deleteOld()
      t.strictSame(
        (await left()).filter(seq => seq <= 8),
        upTo8From(first),
        `${what}: nothing is deleted from there on`
      )
      t.strictSame(await problems(), found, `${what} is still named`)
      t.match(record.retentionProblem(), new RegExp(`stopped at row ${first} `), what)
    }
  })

  t.test(`${name}: retention notices that the last rows, or all, are missing`, { skip }, async t => {
    for (const [change, rest, missing] of [
      ['delete from calls where seq > 5', 0, 6],
      ['delete from calls', 0, 1]
    ] as const) {
      const { record, sql, problems, left } = await startEight(t, await url(), 'old')
      await sql(change)
      await record.deleteOld()
      t.equal((await left()).length, rest)
      t.strictSame(await problems(), [`missing ${missing}`])
      t.match(record.retentionProblem(), new RegExp(`rows? ${missing} .*missing`))
    }
  })

  t.test(`${name}: without a valid head, retention deletes nothing and writes none`, { skip }, async t => {
    const { record, sql, add, problems, left, head } = await startEight(t, await url(), 'old')
    const removals = [() => rmSync(head), () => writeFileSync(head, '{}\nforged\n')]
    for (const [index, remove] of removals.entries()) {
      const end = 8 + index * 2 // with the mark of the gap
      remove()
      await record.deleteOld()
      t.ok((await problems()).includes('head null'))
      t.equal((await left()).length, end)
      await add(1)
      t.ok((await problems()).includes(`missing ${end + 1}`), 'the next row follows a mark')
    }
    t.equal((await sql("select 1 from calls where kind = 'gap'")).length, 2)
  })

  t.test(
    `${name}: what remains from a retention that was interrupted is deleted, and a row added there hides no call`,
    { skip },
    async t => {
      const { record, sql, left, problems } = await startEight(t, await url(), 'old')
      const [row] = await sql('select id, body from calls where seq = 3')
      await record.deleteOld()
      t.strictSame(await left(), [8])
      const insert = (seq: number, id: string): Promise<unknown> =>
        sql(
          `insert into calls select ${seq}, kind, '${id}', at, principal, system, operation, outcome, reason, body, mac, 1 from calls where seq = 8`
        )
      await insert(3, String(row?.['id']))
      await record.deleteOld()
      t.strictSame(await left(), [8])
      const [call, end] = endedCall(look, 9)
      await insert(-5, call.id)
      record.end(call, end)
      t.match(await record.calls.get(ALICE, call.id), { id: call.id, request_id: 'r9' })
      t.strictSame(await problems(), [])
    }
  )

  t.test(`${name}: retention continues after rows that the operator accepts`, { skip }, async t => {
    for (const [change, row] of [
      ["update calls set principal = 'key:bob' where seq = 4", 4],
      ['delete from calls where seq in (3, 4)', 5]
    ] as const) {
      const { record, reopen, sql, left, problems } = await startEight(t, await url(), 'old')
      await sql(change)
      await sql('update calls set at = 9000000000000000 where seq = ?', row)
      await record.deleteOld()
      t.match(record.retentionProblem(), `record.accept_until_row: ${row}`)
      const early = reopen({ settings: accepting(row - 1) })
      await early.deleteOld()
      t.strictSame(await left(), upTo8From(row), 'not before that row')
      const resumed = reopen({ settings: accepting(row) })
      await resumed.deleteOld()
      t.strictSame(await left(), [8])
      t.strictSame(await problems(), [])
      t.equal(resumed.retentionProblem(), undefined)
      await record.deleteOld()
      t.equal(record.retentionProblem(), undefined, 'also in a process that does not accept it')
    }
  })

  t.test(`${name}: accepted rows are deleted when they are old, even if no other row is`, { skip }, async t => {
    const change = "update calls set principal = 'key:bob' where seq < 8"
    const old = await startEight(t, await url(), 'old')
    await old.sql(change)
    await old.reopen({ settings: accepting(7) }).deleteOld()
    t.strictSame(await old.left(), [8])
    const young = await startEight(t, await url(), 'young')
    await young.sql(change)
    const accepted = young.reopen({ settings: accepting(7) })
    await accepted.deleteOld()
    t.strictSame(await young.left(), upTo8From(1))
    t.equal(accepted.retentionProblem(), undefined)
  })

  t.test(`${name}: retention verifies rows with each secret, and stops at one that was signed with an unknown one`, { skip }, async t => {
    const { add, reopen, left } = await startEight(t, await url(), 'old')
    const rotated = reopen({ secrets: secretsOf(['a new secret', TEST_SECRET]) })
    await add(2, rotated)
    const log = recorder()
    const without = reopen({ secrets: secretsOf(['a new secret']), log })
    await without.deleteOld()
    await without.deleteOld()
    t.equal((await left()).length, 10)
    t.match(without.retentionProblem(), /stopped at row 1 .*secret/)
    t.strictSame(
      log.lines.map(({ level }) => level),
      ['error'],
      'once'
    )
    await rotated.deleteOld()
    t.strictSame(await left(), [10])
  })

  t.test(`${name}: the input of a call is deleted with its row at the latest`, { skip }, async t => {
    const { record, sql, left } = await startEight(t, await url(), 'old')
    const [row] = await sql('select id from calls where seq = 2')
    await sql('insert into bodies (id, at, sealed) values (?, 9000000000000000, ?)', String(row?.['id']), 'sealed')
    await record.deleteOld()
    t.strictSame(await left(), [8])
    t.strictSame(await sql('select id from bodies'), [])
  })
}

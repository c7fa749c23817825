import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { CallFilter } from '../../contract/record.ts'
import type { ChainedRow } from '../row.ts'
import { COLUMNS, prepareRows, toRow } from './database.ts'

/** A page of calls to find, newest first. `after`: the last one of the page before, as time and sequence number. */
export interface Search {
  filter: CallFilter
  limit: number
  after?: readonly [at: number, seq: number] | undefined
}

export interface Found {
  rows: ChainedRow[]
  /** Where the next page continues; undefined on the last one. */
  next?: readonly [at: number, seq: number]
}

/** Maximum rows that one page checks, so that a filter that matches little takes a bounded time. */
export const MAX_CHECKED = 10_000

/** The filters with an index. The first one that is set selects the rows to check; the principal comes first, so that a key reads no rows of others. */
const INDEXED = ['principal', 'reason', 'operation', 'outcome', 'system'] as const

/** The rows that a filter checks: those that the index selects, newest first, at most `max`; and the conditions that they must meet. */
export interface Checked {
  /** Begins with `from`. */
  sql: string
  values: SQLInputValue[]
  conditions: string
  conditionValues: SQLInputValue[]
}

/** `checkpoint`: sequence number up to which rows are deleted. What is still there, or was added there, is never verified, so it is not shown. */
export function checkedRows({ filter, after }: Pick<Search, 'filter' | 'after'>, checkpoint: number, max: number): Checked {
  const indexed = INDEXED.find(name => filter[name] !== undefined && !(name === 'outcome' && filter.outcome === 'succeeded'))
  const [scope, values] = both(conditionsOf(filter, indexed ? [indexed] : []), timeConditions(filter), afterCondition(after), [
    ['+seq > ?', [checkpoint]] // the sign prevents SQLite from using the sequence number as the index
  ])
  const own = INDEXED.filter(name => name !== indexed)
  const [conditions, conditionValues] = both(conditionsOf(filter, own), wordConditions(filter.text))
  // The constant text lets SQLite use the partial index of failed calls.
  const failed = indexed === 'outcome' ? " and outcome <> 'succeeded'" : ''
  const sql = `from calls where shown = 1 and kind <> 'gap'${failed} and ${scope} order by at desc, seq desc limit ${max}`
  return { sql, values, conditions, conditionValues }
}

export function search(database: DatabaseSync, { filter, limit, after }: Search, checkpoint: number): Found {
  const { sql, values, conditions, conditionValues } = checkedRows({ filter, after }, checkpoint, MAX_CHECKED)
  const rows = prepareRows(database, `select * from (select ${COLUMNS} ${sql}) where ${conditions} limit ?`)
    .all(...values, ...conditionValues, limit + 1)
    .map(toRow)
  const last = rows[limit - 1]
  if (rows.length > limit && last) return { rows: rows.slice(0, limit), next: [last.at, last.seq] }
  const bound = prepareRows(
    database,
    `select at, seq, count(*) over () as checked from (select at, seq ${sql}) order by at, seq limit 1`
  ).get(...values)
  return Number(bound?.['checked'] ?? 0) < MAX_CHECKED ? { rows } : { rows, next: [Number(bound?.['at']), Number(bound?.['seq'])] }
}

type Conditions = readonly [sql: string, values: SQLInputValue[]][]

const conditionsOf = (filter: CallFilter, names: readonly (typeof INDEXED)[number][]): Conditions =>
  names.flatMap(name => (filter[name] === undefined ? [] : [[`${name} = ?`, [filter[name]]]]))

const timeConditions = ({ from, to }: CallFilter): Conditions => [
  ...(from === undefined ? [] : [['at >= ?', [Date.parse(from)]] as [string, SQLInputValue[]]]),
  ...(to === undefined ? [] : [['at < ?', [Date.parse(to)]] as [string, SQLInputValue[]]])
]

const afterCondition = (after: Search['after']): Conditions => (after === undefined ? [] : [['(at, seq) < (?, ?)', [...after]]])

const wordConditions = (text = ''): Conditions =>
  text
    .split(/\s+/)
    .filter(word => word !== '')
    .map(word => ["operation || ' ' || principal || ' ' || id || ' ' || body like ? escape '\\'", [`%${word.replace(/[\\%_]/g, '\\$&')}%`]])

function both(...all: Conditions[]): [sql: string, values: SQLInputValue[]] {
  const conditions = all.flat()
  return [conditions.map(([sql]) => sql).join(' and ') || 'true', conditions.flatMap(([, values]) => values)]
}

/** Returns the row of a call: that of its end, if it has one. */
export function find(database: DatabaseSync, id: string, checkpoint: number): ChainedRow | undefined {
  const row = prepareRows(
    database,
    `select ${COLUMNS} from calls where id = ? and +seq > ? and kind <> 'gap' order by kind desc limit 1`
  ).get(id, checkpoint)
  return row && toRow(row)
}

/** Returns the encrypted body of a call, while it is kept. */
export function bodyOf(database: DatabaseSync, id: string): string | undefined {
  const sealed = database.prepare('select sealed from bodies where id = ?').get(id)?.['sealed']
  return typeof sealed === 'string' ? sealed : undefined
}

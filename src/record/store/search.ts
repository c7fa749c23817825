import type { CallFilter } from '../../contract/record.ts'
import type { ChainedRow } from '../row.ts'
import { COLUMNS, type RecordDatabase, toRow, type Value } from './database.ts'

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

/** The filters with a column. */
const FILTERS = ['principal', 'reason', 'operation', 'outcome', 'system'] as const

/** The filters that an index has. The first one whose filters are set selects the rows to check; the principal comes first, so that a key reads no rows of others. */
const INDEXES: readonly (readonly (typeof FILTERS)[number][])[] = [
  ['principal', 'outcome'],
  ['principal'],
  ['reason'],
  ['operation'],
  ['outcome'],
  ['system']
]

/** The rows that a filter checks: those that the index selects, newest first, at most `max`; and the conditions that they must meet. */
export interface Checked {
  /** Begins with `from`. */
  sql: string
  values: Value[]
  conditions: string
  conditionValues: Value[]
}

/** `checkpoint`: sequence number up to which rows are deleted. What is still there, or was added there, is never verified, so it is not shown. */
export function checkedRows({ filter, after }: Pick<Search, 'filter' | 'after'>, checkpoint: number, max: number): Checked {
  const isRare = (name: (typeof FILTERS)[number]): boolean => name !== 'outcome' || filter.outcome !== 'succeeded'
  const indexed = INDEXES.find(names => names.every(name => filter[name] !== undefined && isRare(name))) ?? []
  const [scope, values] = both(conditionsOf(filter, indexed), timeConditions(filter), afterCondition(after), [
    ['+seq > ?', [checkpoint]] // the sign prevents the database from using the sequence number as the index
  ])
  const own = FILTERS.filter(name => !indexed.includes(name))
  const [conditions, conditionValues] = both(conditionsOf(filter, own), wordConditions(filter.text))
  // The constant text lets the database use the partial indexes of failed calls.
  const failed = indexed.includes('outcome') ? " and outcome <> 'succeeded'" : ''
  const sql = `from calls where shown = 1${failed} and ${scope} order by at desc, seq desc limit ${max}`
  return { sql, values, conditions, conditionValues }
}

export const search = (database: RecordDatabase, { filter, limit, after }: Search, checkpoint: number): Promise<Found> =>
  database.reading(async ({ all }) => {
    const { sql, values, conditions, conditionValues } = checkedRows({ filter, after }, checkpoint, MAX_CHECKED)
    const select = `select * from (select ${COLUMNS} ${sql}) as checked where ${conditions} order by at desc, seq desc limit ?`
    const rows = (await all(select, ...values, ...conditionValues, limit + 1)).map(toRow)
    const last = rows[limit - 1]
    if (rows.length > limit && last) return { rows: rows.slice(0, limit), next: [last.at, last.seq] }
    const [bound] = await all(
      `select at, seq, count(*) over () as checked from (select at, seq ${sql}) as checked order by at, seq limit 1`,
      ...values
    )
    return Number(bound?.['checked'] ?? 0) < MAX_CHECKED ? { rows } : { rows, next: [Number(bound?.['at']), Number(bound?.['seq'])] }
  })

type Conditions = readonly [sql: string, values: Value[]][]

const conditionsOf = (filter: CallFilter, names: readonly (typeof FILTERS)[number][]): Conditions =>
  names.flatMap(name => (filter[name] === undefined ? [] : [[`${name} = ?`, [filter[name]]]]))

const timeConditions = ({ from, to }: CallFilter): Conditions => [
  ...(from === undefined ? [] : [['at >= ?', [Date.parse(from)]] as [string, Value[]]]),
  ...(to === undefined ? [] : [['at < ?', [Date.parse(to)]] as [string, Value[]]])
]

const afterCondition = (after: Search['after']): Conditions => (after === undefined ? [] : [['(at, seq) < (?, ?)', [...after]]])

/** Uppercase letters of ASCII are like lowercase ones, in any database: both sides are in lower case, by its rules for ASCII. */
const wordConditions = (text = ''): Conditions =>
  text
    .split(/\s+/)
    .filter(word => word !== '')
    .map(word => [
      "lower(operation || ' ' || principal || ' ' || id || ' ' || body) like ? escape '\\'",
      [`%${word.replace(/[\\%_]/g, '\\$&').replace(/[A-Z]+/g, letters => letters.toLowerCase())}%`]
    ])

function both(...all: Conditions[]): [sql: string, values: Value[]] {
  const conditions = all.flat()
  return [conditions.map(([sql]) => sql).join(' and ') || 'true', conditions.flatMap(([, values]) => values)]
}

/** Returns the row of a call: that of its end, if it has one. */
export const find = (database: RecordDatabase, id: string, checkpoint: number): Promise<ChainedRow | undefined> =>
  database.reading(async ({ all }) => {
    const [row] = await all(
      `select ${COLUMNS} from calls where id = ? and +seq > ? and kind <> 'gap' order by kind desc limit 1`,
      ...[id, checkpoint]
    )
    return row && toRow(row)
  })

/** Returns the encrypted body of a call, while it is kept. */
export const bodyOf = (database: RecordDatabase, id: string): Promise<string | undefined> =>
  database.reading(async ({ all }) => {
    const sealed = (await all('select sealed from bodies where id = ?', id))[0]?.['sealed']
    return typeof sealed === 'string' ? sealed : undefined
  })

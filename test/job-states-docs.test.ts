import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { itemStatuses } from '../src/jobs/model/item-status.ts'
import { TRANSITIONS } from '../src/jobs/model/states.ts'

const rows = readFileSync(path.join(import.meta.dirname, '../docs/job-states.md'), 'utf8').split('\n')
const rowOf = (name: string): string => rows.find(line => line.startsWith(`| \`${name}\` |`)) ?? ''

t.test('docs/job-states.md lists every state of a job and every transition from it', async t => {
  for (const [status, transitions] of Object.entries(TRANSITIONS)) {
    for (const [to, why] of Object.entries(transitions)) t.ok(rowOf(status).includes(`\`${to}\`: ${why}`), `${status} → ${to}`)
  }
})

t.test('docs/job-states.md lists every status of an item', async t => {
  for (const { byte, meaning } of itemStatuses) t.ok(rowOf(byte).includes(meaning), byte)
})

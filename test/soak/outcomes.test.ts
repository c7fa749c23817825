import t from 'tap'
import { EVERY_ACTION } from '../helpers/every-adapter.ts'
import { outcomeStorm } from '../helpers/outcome-storm.ts'

/** STORM_ROUNDS: jobs per action. */
const ROUNDS = Number(process.env['STORM_ROUNDS'] ?? 10)

/** Minimum of jobs per system, so that workers are also killed if there are few actions. */
const MIN_JOBS = 60

/** STORM_SYSTEM: only this one. */
const ONLY = process.env['STORM_SYSTEM']

for (const [system, contracts] of Object.entries(EVERY_ACTION).filter(([name]) => ONLY === undefined || name === ONLY))
  t.test(`${system}: jobs report what the server did, in storms of failures`, { timeout: 1_500_000 }, async t => {
    const { figures, problems, kills } = await outcomeStorm(t, {
      contracts,
      rounds: Math.max(ROUNDS, Math.ceil(MIN_JOBS / contracts.length)),
      at_once: 6
    })
    t.comment(`${system}: ${kills} workers killed`)
    for (const [id, counts] of figures) t.comment(`${id}: ${JSON.stringify(counts)}`)
    t.same(problems, [])
    t.equal(figures.size, contracts.length)
  })

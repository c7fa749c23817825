import { test } from 'tap'
import { flatLives } from '../helpers/bulk-scale.ts'

test(
  'a million items: memory stays flat from listing to download, and Redis stores little besides the ids',
  {
    timeout: 1_500_000
  },
  t => flatLives(t, { few: 10_000, many: 1_000_000, more: { gateway: 60, worker: 80 }, heap: 128 })
)

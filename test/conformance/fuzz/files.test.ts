import t from 'tap'
import { fuzzOwn } from './own.ts'

t.test('files', { timeout: 400_000 }, t => fuzzOwn(t, ['filesystem']))

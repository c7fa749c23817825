import t from 'tap'
import { createTokens, type Token, type TokenStore } from '../../../src/lib/google/tokens.ts'

const HOUR_MS = 3_600_000

/** A store that can be unavailable, and a sign-in that replaces the refresh token each time and accepts only the last one. */
function account() {
  let stored: Token | undefined
  const fake = { unavailable: false, requests: 0, valid: 'first', stored: () => stored, signIn, store: {} as TokenStore }
  fake.store = {
    get: async () => (fake.unavailable ? undefined : stored),
    async set(token) {
      if (!fake.unavailable) stored = token
      return !fake.unavailable
    },
    exclusively: async work => await work(undefined)
  }
  async function signIn(refreshToken = 'first'): Promise<Token> {
    if (refreshToken !== fake.valid) throw new Error(`invalid_grant: ${refreshToken}`)
    fake.valid = `after ${++fake.requests}`
    return { access_token: `access ${fake.requests}`, expires_at: Date.now() + fake.requests * HOUR_MS, refresh_token: fake.valid }
  }
  return fake
}

t.test('a replaced refresh token is used even if it could not be stored', async t => {
  const fake = account()
  const tokens = createTokens({ refresh: fake.signIn, store: fake.store })
  fake.unavailable = true
  const first = await tokens.get()
  t.equal(await tokens.replace(first), 'access 2')
  fake.unavailable = false
  t.equal(await tokens.replace('access 2'), 'access 3', 'it is still used after the store recovered')
  t.match(fake.stored(), { refresh_token: 'after 3' })
})

t.test('it is stored as soon as possible, for every process that uses the account', async t => {
  const fake = account()
  const tokens = createTokens({ refresh: fake.signIn, store: fake.store })
  fake.unavailable = true
  await tokens.get()
  fake.unavailable = false
  await tokens.get()
  await new Promise(resolve => setImmediate(resolve))
  t.match(fake.stored(), { refresh_token: 'after 1' })
  const other = createTokens({ refresh: fake.signIn, store: fake.store })
  t.equal(await other.replace('access 1'), 'access 2')
})

t.test('a token that another process has renewed is not overwritten', async t => {
  const fake = account()
  const tokens = createTokens({ refresh: fake.signIn, store: fake.store })
  fake.unavailable = true
  await tokens.get()
  fake.unavailable = false
  const newer = { access_token: 'theirs', expires_at: Date.now() + 9 * HOUR_MS, refresh_token: 'newer' }
  await fake.store.set(newer)
  await tokens.get()
  await new Promise(resolve => setImmediate(resolve))
  t.strictSame(fake.stored(), newer)
})

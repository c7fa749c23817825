import t from 'tap'
import { createTokens, type Token, type TokenStore } from '../../../src/lib/google/tokens.ts'

const HOUR_MS = 3_600_000

/** A store that can be away for a while, and a sign-in that replaces the refresh token each time and takes no other than the last. */
function account() {
  let kept: Token | undefined
  const house = { away: false, asked: 0, valid: 'first', kept: () => kept, signIn, store: {} as TokenStore }
  house.store = {
    get: async () => (house.away ? undefined : kept),
    async set(token) {
      if (!house.away) kept = token
      return !house.away
    },
    exclusively: async work => await work(undefined)
  }
  async function signIn(refreshToken = 'first'): Promise<Token> {
    if (refreshToken !== house.valid) throw new Error(`invalid_grant: ${refreshToken}`)
    house.valid = `after ${++house.asked}`
    return { access_token: `access ${house.asked}`, expires_at: Date.now() + house.asked * HOUR_MS, refresh_token: house.valid }
  }
  return house
}

t.test('a refresh token that took the place of another is used on, though it could not be kept', async t => {
  const house = account()
  const tokens = createTokens({ refresh: house.signIn, store: house.store })
  house.away = true
  const first = await tokens.get()
  t.equal(await tokens.replace(first), 'access 2')
  house.away = false
  t.equal(await tokens.replace('access 2'), 'access 3', 'nor is it forgotten when the store is back')
  t.match(house.kept(), { refresh_token: 'after 3' })
})

t.test('it is kept at the next chance, for every process that uses the account', async t => {
  const house = account()
  const tokens = createTokens({ refresh: house.signIn, store: house.store })
  house.away = true
  await tokens.get()
  house.away = false
  await tokens.get()
  await new Promise(resolve => setImmediate(resolve))
  t.match(house.kept(), { refresh_token: 'after 1' })
  const other = createTokens({ refresh: house.signIn, store: house.store })
  t.equal(await other.replace('access 1'), 'access 2')
})

t.test('what another process renewed since is not written over', async t => {
  const house = account()
  const tokens = createTokens({ refresh: house.signIn, store: house.store })
  house.away = true
  await tokens.get()
  house.away = false
  const newer = { access_token: 'theirs', expires_at: Date.now() + 9 * HOUR_MS, refresh_token: 'newer' }
  await house.store.set(newer)
  await tokens.get()
  await new Promise(resolve => setImmediate(resolve))
  t.strictSame(house.kept(), newer)
})

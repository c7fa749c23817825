/**
 * Keeps ids that the caller named, before the job is written. ARGV: place of the first, for how long (s) where no job comes, the ids. Who gives the
 * same again, after a crash or beside another, adds nothing.
 */
export const give = `
if redis.call('EXISTS', META) == 1 then return 'exists' end
if redis.call('LLEN', GIVEN) == tonumber(ARGV[1]) then redis.call('RPUSH', GIVEN, unpack(ARGV, 3)) end
redis.call('EXPIRE', GIVEN, ARGV[2])
return 'given'
`

/**
 * Says that a job for which there is no room shall not be written, by no other attempt at the same call either. ARGV: for how long (s). One that
 * is written, or was, stays.
 */
export const refuse = `
if redis.call('EXISTS', META) == 1 or redis.call('EXISTS', STONE) == 1 then return 'exists' end
redis.call('SET', REFUSED, '1', 'EX', ARGV[1])
return 'refused'
`

/** Writes a new job. ARGV: fields and values. A second call changes nothing. */
export const create = `
if redis.call('EXISTS', META) == 1 then return 'exists' end
if redis.call('EXISTS', REFUSED) == 1 then return 'refused' end
redis.call('HSET', META, 'created_at', whole(NOW), unpack(ARGV))
redis.call('SET', STONE, get('key'))
add('revision', 1)
tell('state')
redis.call('PERSIST', GIVEN)
redis.call('PERSIST', KEPT)
return 'created'
`

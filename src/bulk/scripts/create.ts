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

/** Writes a new job. ARGV: fields and values. A second call changes nothing. */
export const create = `
if redis.call('EXISTS', META) == 1 then return 'exists' end
redis.call('HSET', META, 'created_at', whole(NOW), unpack(ARGV))
redis.call('SET', STONE, get('key'))
add('revision', 1)
tell('state')
redis.call('PERSIST', GIVEN)
return 'created'
`

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

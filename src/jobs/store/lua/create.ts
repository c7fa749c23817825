/** Writes a new job. ARGV: fields and values. A second call changes nothing. */
export const create = `
if redis.call('EXISTS', META) == 1 then return 'exists' end
if redis.call('EXISTS', REFUSED) == 1 then return 'refused' end
redis.call('HSET', META, 'created_at', whole(NOW), unpack(ARGV))
redis.call('SET', TOMBSTONE, get('key'))
add('revision', 1)
publish('state')
redis.call('PERSIST', NAMED_IDS)
redis.call('PERSIST', PAYLOAD)
return 'created'
`

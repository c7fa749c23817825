/**
 * Stores IDs that the caller named, before the job is written. ARGV: position of the first, seconds until they expire if no job is written, the
 * IDs. A repeated call, after a crash or in parallel, adds nothing.
 */
export const addNamedIds = `
if redis.call('EXISTS', META) == 1 then return 'exists' end
if redis.call('LLEN', NAMED_IDS) == tonumber(ARGV[1]) then redis.call('RPUSH', NAMED_IDS, unpack(ARGV, 3)) end
redis.call('EXPIRE', NAMED_IDS, ARGV[2])
return 'added'
`

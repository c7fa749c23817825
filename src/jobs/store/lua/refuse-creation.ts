/**
 * Records that a job is over the quota, or that its key was revoked, so that no other attempt at the same request writes it either. ARGV: for how
 * long (s). A job that is already written stays.
 */
export const refuseCreation = `
if redis.call('EXISTS', META) == 1 or redis.call('EXISTS', TOMBSTONE) == 1 then return 'exists' end
redis.call('SET', REFUSED, '1', 'EX', ARGV[1])
return 'refused'
`

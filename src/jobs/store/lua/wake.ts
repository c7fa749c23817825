import { REQUIRE_JOB } from './shared/control.ts'

/** Ends the wait of a job for an approval that was decided. Returns `idle` if the job does not wait for one. */
export const wake = `${REQUIRE_JOB}
if get('status') ~= 'waiting' or get('reason') ~= 'approval' then return { 'idle', get('status') } end
-- The waiting turn becomes void; the caller queues another one.
redis.call('HDEL', META, 'waiting_until')
set('turn', whole(int('turn') + 1))
progressed()
return { 'ok', get('status'), get('turn') }
`

/**
 * A job that was called and has no place: it says what it waits for, and its present turn is void. ARGV: number of the turn it was called
 * for, error (JSON). Answers the number of the next turn, for which it is called once it has a place.
 */
export const holdBack = `
if get('turn') ~= ARGV[1] then return { 'stale' } end
local status = get('status')
if not NEEDS_TURN[status] or get('phase') ~= 'act' then return { 'idle', status } end
set('turn', whole(int('turn') + 1))
-- One whose wait for its system is over waits for its place now.
local stands = status == 'queued' or (status == 'waiting' and int('waiting_until') <= NOW)
if stands and get('error') ~= ARGV[2] then
  unset('waiting_until')
  set('reason', 'concurrency_limit', 'error', ARGV[2])
  add('revision', 1)
  tell('state')
end
return { 'ok', get('turn') }
`

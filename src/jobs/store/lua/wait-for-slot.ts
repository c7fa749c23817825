/**
 * A job was delivered and has no concurrency slot: it shows what it waits for, and its present turn becomes void. ARGV: number of the turn that
 * was delivered, error (JSON). Returns the number of the next turn, which is queued once the job has a slot.
 */
export const waitForSlot = `
if get('turn') ~= ARGV[1] then return { 'stale' } end
local status = get('status')
if not NEEDS_TURN[status] or get('phase') ~= 'act' then return { 'idle', status } end
set('turn', whole(int('turn') + 1))
-- A job whose wait for its system is over now waits for its slot.
local waitsForSlot = status == 'queued' or (status == 'waiting' and int('waiting_until') <= NOW)
if waitsForSlot and get('error') ~= ARGV[2] then
  unset('waiting_until')
  set('reason', 'concurrency_limit', 'error', ARGV[2])
  add('revision', 1)
  publish('state')
end
return { 'ok', get('turn') }
`

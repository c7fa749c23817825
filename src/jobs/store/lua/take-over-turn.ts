/** The process that had the job has ended: its turn becomes void, and the caller queues another. ARGV: ID of that worker. */
export const takeOverTurn = `
if get('worker') ~= ARGV[1] or not NEEDS_TURN[get('status')] then return { 'idle' } end
unset('worker')
set('turn', whole(int('turn') + 1))
return { 'ok', get('turn') }
`

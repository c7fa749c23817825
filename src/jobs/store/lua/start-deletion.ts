/** First step of a deletion: the job has ended, so nothing starts it again. A job that awaits confirmation is cancelled. */
export const startDeletion = `
if redis.call('EXISTS', META) == 0 then return { 'gone' } end
local status = get('status')
if status == 'awaiting_confirmation' then move('cancelled', 'deleted')
elseif not TERMINAL[status] then return { 'illegal', status } end
return { 'ok', get('status') }
`

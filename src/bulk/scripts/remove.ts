import { UNTOLD_S } from '../settings.ts'

/** The first step of forgetting a job: one that awaits confirmation can be confirmed no more. */
export const retire = `
if redis.call('EXISTS', META) == 0 then return { 'gone' } end
local status = get('status')
if status == 'awaiting_confirmation' then move('cancelled', 'deleted')
elseif not TERMINAL[status] then return { 'illegal', status } end
return { 'ok', get('status') }
`

/** Forgets a job that has ended: all its keys but the stone, which says that it existed, and what is still to be told of it. */
export const remove = `
if redis.call('EXISTS', META) == 0 then return { 'gone' } end
if not TERMINAL[get('status')] then return { 'illegal', get('status') } end
for _, key in ipairs(KEYS) do
  if key ~= STONE and key ~= OUTBOX then redis.call('UNLINK', key) end
end
redis.call('EXPIRE', OUTBOX, ${UNTOLD_S})
return { 'ok' }
`

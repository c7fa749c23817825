import { KEEP_NOTICES_S } from '../../settings.ts'

/** Deletes a job that has ended: all its keys except the tombstone, which shows that it existed, and the events that are still to be delivered. */
export const deleteJob = `
if redis.call('EXISTS', META) == 0 then return { 'gone' } end
if not TERMINAL[get('status')] then return { 'illegal', get('status') } end
for _, key in ipairs(KEYS) do
  if key ~= TOMBSTONE and key ~= OUTBOX then redis.call('UNLINK', key) end
end
redis.call('EXPIRE', OUTBOX, ${KEEP_NOTICES_S})
return { 'ok' }
`

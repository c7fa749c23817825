/**
 * Run on a follow-up job: returns its items to the parent if it has ended, did nothing to them, and no job claimed any of them (a reconcile
 * never does anything to them). After that no job is created from it, so that each item belongs to one line of jobs only. Idempotent.
 */
export const returnItems = `
if redis.call('EXISTS', META) == 0 then return { 'gone' } end
if not TERMINAL[get('status')] then return { 'kept' } end
local done = int('succeeded') + int('skipped') + int('failed') + int('unknown')
if get('follows') ~= 'reconcile' and (done > 0 or next(cjson.decode(get('claims') or '{}')) ~= nil) then return { 'kept' } end
set('items_returned', '1')
return { 'ok' }
`

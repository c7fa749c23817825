/**
 * A job that was made from another gives its items back: it has ended, did nothing to them, and gave none of them on (a look does nothing to any).
 * From then on no job is made from it: its items are in one line of descent at a time. Said again, it answers the same.
 */
export const giveBack = `
if redis.call('EXISTS', META) == 0 then return { 'gone' } end
if not TERMINAL[get('status')] then return { 'kept' } end
local did = int('succeeded') + int('skipped') + int('failed') + int('unknown')
if get('follows') ~= 'reconcile' and (did > 0 or next(cjson.decode(get('claims') or '{}')) ~= nil) then return { 'kept' } end
set('given_back', '1')
return { 'ok' }
`

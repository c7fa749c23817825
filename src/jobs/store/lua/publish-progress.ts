/**
 * Publishes counters that could not be published yet. Returns the milliseconds until there may be more to publish; 0 if everything is published.
 * A deleted job publishes nothing: its stream would be created again and stay.
 */
export const publishProgress = `
if redis.call('EXISTS', META) == 0 or not isUnpublished() then return 0 end
local delay = publishDelay()
if delay == 0 then publish('progress') end
return delay
`

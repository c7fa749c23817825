/**
 * Tells counters that were kept back. Answers how long until there may be more to tell (ms), and 0 where all is told.
 * A job that is gone is not told of: its stream would come back and stay.
 */
export const tell = `
if redis.call('EXISTS', META) == 0 or not keptBack() then return 0 end
local after = tellAfter()
if after == 0 then tell('progress') end
return after
`

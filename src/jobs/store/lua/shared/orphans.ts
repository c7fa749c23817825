import { NO_POISON_SEARCH } from '../../../model/job-record.ts'
import { MAX_CRASHES } from '../../../settings.ts'

/**
 * `takeBackOrphans()`: settles items that were started by a worker that no longer has the job: pending again if a second execution does no
 * harm, unknown otherwise. An item that is started again may be what ended the worker. After MAX_CRASHES ends in a row at the same position, its
 * items are executed one by one, and an item that was alone in progress that many times becomes unknown: otherwise it would block the job, and end
 * workers, forever.
 */
export const ORPHANS = `
local function isLethal(orphans)
  local first, last = orphans[1], orphans[#orphans]
  local times = (get('crash_at') == whole(first) and int('crashes') or 0) + 1
  local enough = times >= ${MAX_CRASHES}
  set('crash_at', whole(first), 'crashes', enough and '0' or whole(times))
  if enough and first ~= last then
    local search = cjson.decode(get('poison_search') or '${JSON.stringify(NO_POISON_SEARCH)}')
    search['until'] = last + 1
    set('poison_search', cjson.encode(search))
  end
  return enough and first == last
end

local function giveUp(index)
  markUnknown({ index }, 'worker_crashed',
    'The worker ended ${MAX_CRASHES} times in a row while only this item was in progress: it may or may not be done, and is not retried automatically')
  if get('on_failure') == 'pause' and get('status') == 'running' then move('pausing', 'item_failed') end
end

local function takeBackOrphans()
  if int('inflight') == 0 then return end
  local orphans = {}
  each(IN_PROGRESS, 0, function(index) orphans[#orphans + 1] = index end)
  set('inflight', '0')
  if get('idempotent') ~= '1' then
    markUnknown(orphans, 'worker_lost', 'The worker ended while these were in progress: each may or may not be done')
  elseif isLethal(orphans) then
    giveUp(orphans[1])
  else
    for _, index in ipairs(orphans) do release(index, true) end
  end
end
`

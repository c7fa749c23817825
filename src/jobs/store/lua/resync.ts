/**
 * After a lost response: items that this worker does not know of were never handed to an adapter, and become pending again. ARGV: epoch, indexes
 * of the items it has in progress, indexes of those it handed over and no longer has (with commas): their outcome is unknown.
 */
export const resync = `
if fenced(ARGV[1]) then return { 'fenced' } end
local function setOf(list)
  local set = {}
  for index in string.gmatch(list, '%d+') do set[tonumber(index)] = true end
  return set
end
local mine, handedOver, kept, isIdempotent = setOf(ARGV[2]), setOf(ARGV[3]), 0, get('idempotent') == '1'
local lost = {}
each(IN_PROGRESS, 0, function(index)
  if mine[index] then kept = kept + 1
  elseif handedOver[index] and not isIdempotent then lost[#lost + 1] = index
  else release(index, handedOver[index]) end
end)
markUnknown(lost, 'answer_lost', 'It was started, and its result was lost: it may or may not be done')
set('inflight', whole(kept))
return { 'ok', whole(kept) }
`

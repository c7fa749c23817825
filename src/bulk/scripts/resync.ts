/**
 * After a lost answer: what this very worker does not know of was never handed over, and is pending again.
 * ARGV: epoch, indexes it has under way, indexes it handed over and lost track of (with commas): of those nobody knows.
 */
export const resync = `
if fenced(ARGV[1]) then return { 'fenced' } end
local function setOf(list)
  local set = {}
  for index in string.gmatch(list, '%d+') do set[tonumber(index)] = true end
  return set
end
local mine, astray, kept, again = setOf(ARGV[2]), setOf(ARGV[3]), 0, get('idempotent') == '1'
local lost = {}
each('i', 0, function(index)
  if mine[index] then kept = kept + 1
  elseif astray[index] and not again then lost[#lost + 1] = index
  else release(index, astray[index]) end
end)
forsake(lost, 'answer_lost', 'It was handed over, and its result was lost: it may or may not be done')
set('inflight', whole(kept))
return { 'ok', whole(kept) }
`

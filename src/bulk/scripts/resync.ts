/**
 * After a lost answer: what this very worker does not know to be under way was never begun. ARGV: epoch, indexes that are, with commas.
 */
export const resync = `
if fenced(ARGV[1]) then return { 'fenced' } end
local mine, kept = {}, 0
for index in string.gmatch(ARGV[2], '%d+') do mine[tonumber(index)] = true end
each('i', 0, function(index)
  if mine[index] then kept = kept + 1 else release(index) end
end)
set('inflight', whole(kept))
return { 'ok', whole(kept) }
`

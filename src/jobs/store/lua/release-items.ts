/** Run on a parent: removes a follow-up job from its children. ARGV: ID of the follow-up job, '1' if it returned its items. */
export const releaseItems = `
if redis.call('EXISTS', META) == 0 then return { 'gone' } end
local claims, kept = cjson.decode(get('claims') or '{}'), {}
for byte, claim in pairs(claims) do
  if ARGV[2] ~= '1' or string.match(claim, '^[^:]+') ~= ARGV[1] then kept[byte] = claim end
end
local children = {}
for _, id in ipairs(cjson.decode(get('children') or '[]')) do
  if id ~= ARGV[1] then children[#children + 1] = id end
end
set('claims', cjson.encode(kept))
if #children > 0 then set('children', cjson.encode(children)) else redis.call('HDEL', META, 'children') end
progressed()
return { 'ok' }
`
